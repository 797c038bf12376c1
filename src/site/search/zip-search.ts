import type { Typed } from "../../base/text.ts";
import type { PlaceLevel } from "../../gazetteer/place-table.ts";
import { territoryZipHint } from "../../gazetteer/territories.ts";
import type { ZipBasis, ZipShares } from "../../gazetteer/zip-table.ts";
import { zipIn } from "../../lookup/locate.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Address } from "../http/page.ts";
import { nationLand } from "../map/land.ts";
import { nationPlaceUrl, zipUrl } from "../view/addresses.ts";
import { answersOf, rowAnswer } from "./place-answer.ts";
import { type Found, nothing } from "./search-answer.ts";

/** A ZIP code: the page of the one place that has nine tenths of it, or all places with their shares. */
export async function inZip({ editions }: Address, q: Typed): Promise<Found | undefined> {
  const zip = zipIn(q);
  if (zip === undefined) return undefined;
  for (const { geography, edition } of editions.states) {
    if ((await geography()).locate({ zip }).found) return zipUrl(edition, zip);
  }
  const [nation] = editions.nations;
  const known = nation?.gazetteer.zip(zip);
  if (nation === undefined || known === undefined) {
    return nothing(
      "zip",
      `We read “${zip}” as a ZIP code.`,
      territoryZipHint(zip) ?? "Neither the Census Bureau’s list nor the postal codes that we hold have it.",
    );
  }
  if (known.basis !== "point") return zipOf(nation, zip, known, known.candidates);
  const where = nation.gazetteer.locate(known.point);
  const row = where?.municipality ?? where?.community ?? where?.countyRow ?? null;
  return zipOf(nation, zip, known, row === null ? [] : [{ row, share: 1 }]);
}

/** A place has a ZIP code if it has this share of it. */
const NEARLY_ALL = 0.9;

type Shares = ZipShares["candidates"];

function zipOf(nation: NationPlaces, zip: string, known: ZipShares, candidates: Shares): Found {
  const { gazetteer } = nation;
  const { basis, point, residents } = known;
  const [first] = candidates;
  if (first !== undefined && first.share >= NEARLY_ALL && basis !== "county_only") {
    const { entry } = nation.ofRow(first.row);
    if (gazetteer.place(first.row).kind !== "county") return nationPlaceUrl(entry, nation.nation);
  }
  const { ground } = nationLand(gazetteer);
  const groups = groupsOf(nation, basis, candidates).map(({ title, own }) => ({
    title,
    shares: own.map(({ row, share }) => ({ place: rowAnswer(nation, row), share, lines: gazetteer.outlineOf(row) })),
  }));
  const taken = new Set(candidates.map(({ row }) => row));
  const around = [...gazetteer.near(point, AROUND_KM).keys()].filter((row) => !taken.has(row));
  const nearby = answersOf(nation, around)
    .filter(({ graded }) => graded !== null)
    .toSorted((a, b) => b.residents - a.residents)
    .slice(0, MOST_AROUND);
  const located = nation.locate({ zip });
  const covered = located.found ? located.data.covered_by : null;
  return { is: "zip", zip, basis, point, residents, groups, nearby, ground, covered };
}

/** Other places of the map, and how far from the code they may be. */
const MOST_AROUND = 6;
const AROUND_KM = 10;

/** Shares of land of cities and villages apart: farmland around a city has more of the land, but few of the residents. */
function groupsOf({ gazetteer }: NationPlaces, basis: ZipBasis, candidates: Shares) {
  const levels = Map.groupBy(candidates, ({ row }) => gazetteer.place(row).level);
  if (basis !== "land" || levels.size < 2) return [{ title: null, own: candidates }];
  return ZIP_LEVELS.flatMap(({ level, title }) => {
    const own = levels.get(level);
    return own === undefined ? [] : [{ title, own }];
  });
}

const ZIP_LEVELS = [
  { level: "place", title: "Cities and villages" },
  { level: "subdivision", title: "Towns and townships" },
  { level: "county", title: "Outside of them" },
] as const satisfies readonly { readonly level: PlaceLevel; readonly title: string }[];
