import type { Typed } from "../../base/text.ts";
import type { PlaceLevel } from "../../gazetteer/place-table.ts";
import { territoryZipHint } from "../../gazetteer/territories.ts";
import type { ZipBasis } from "../../gazetteer/zip-table.ts";
import { zipIn } from "../../lookup/locate.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Address } from "../http/page.ts";
import { nationLand } from "../map/land.ts";
import { nationPlaceUrl, zipUrl } from "../view/addresses.ts";
import { rowAnswer } from "./place-answer.ts";
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
  if (known.point !== null) {
    const point = { latitude: known.point.latitude / 100_000, longitude: known.point.longitude / 100_000 };
    const where = nation.gazetteer.locate(point);
    const row = where?.municipality ?? where?.community ?? where?.countyRow ?? null;
    return zipOf(nation, zip, known.basis, row === null ? [] : [{ row, share: 1 }]);
  }
  return zipOf(nation, zip, known.basis, known.candidates);
}

/** A place has a ZIP code if it has this share of it. */
const NEARLY_ALL = 0.9;

/** Of shares of land. */
const ZIP_ORDER = { place: 0, subdivision: 1, county: 2 } as const satisfies Record<PlaceLevel, number>;

function zipOf(
  nation: NationPlaces,
  zip: string,
  basis: ZipBasis,
  candidates: readonly { readonly row: number; readonly share: number }[],
): Found {
  const [first] = candidates;
  if (first !== undefined && first.share >= NEARLY_ALL && basis !== "county_only") {
    const { entry } = nation.ofRow(first.row);
    if (nation.gazetteer.place(first.row).level !== "county") return nationPlaceUrl(entry, nation.nation);
  }
  const levelOf = ({ row }: { readonly row: number }) => ZIP_ORDER[nation.gazetteer.place(row).level];
  // Farmland around a city has more of the land, but few of the residents.
  const ordered = basis === "land" ? candidates.toSorted((a, b) => levelOf(a) - levelOf(b)) : candidates;
  const { ground } = nationLand(nation.gazetteer);
  const lines = (row: number) => nation.gazetteer.outlineOf(row);
  const shares = ordered.map(({ row, share }) => ({ place: rowAnswer(nation, row), share, lines: lines(row) }));
  const located = nation.locate({ zip });
  return { is: "zip", zip, basis, shares, ground, covered: located.found ? located.data.covered_by : null };
}
