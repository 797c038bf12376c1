import { namesOf } from "../../domain/named.ts";
import type { GeographyCity, ZipCode, ZipShare } from "../../places/geography-tables.ts";
import { type Cell, decimal, nonEmpty, oneOf } from "../cell.ts";
import { readTable } from "../csv.ts";
import { fail } from "../fault.ts";
import { compareText } from "../input-tables.ts";
import { geoidOf } from "./place-names.ts";
import type { ReviewedZip } from "./review.ts";

const COLUMNS = ["zip", "place_geoid", "county", "share", "basis", "usps_city"] as const;

/** The basis of a share, by the file's word for how it was computed. */
const BASES = {
  pop2020: "residents",
  pop2020_weak: "residents",
  area: "area",
  "point+usps_name": "hint",
  usps_name: "hint",
  point: "hint",
} as const satisfies Readonly<Record<string, ZipShare["basis"]>>;

/** Shares are rounded to this. */
const PARTS = 10_000;

interface ShareRow extends ZipShare {
  readonly zip: string;
  readonly postalName: string;
}

/** ZIP codes with the places that they lie in. Places in which nobody of the ZIP code lives are left out. @throws DatasetError */
export function readZipCodes(bytes: Uint8Array, file: string): readonly ZipCode[] {
  const table = readTable(bytes, file, COLUMNS);
  const rows = table.lines.map((line) => row((column) => table.cell(line, column)));
  return [...Map.groupBy(rows, ({ zip }) => zip)]
    .map(([zip, shares]) => ({ zip, postalName: shares[0]?.postalName ?? "", shares: wholeShares(zip, shares, file) }))
    .toSorted((a, b) => compareText(a.zip, b.zip));
}

function row(cell: (column: (typeof COLUMNS)[number]) => Cell): ShareRow {
  const geoid = cell("place_geoid").text;
  const zip = nonEmpty(cell("zip"));
  if (!/^\d{5}$/.test(zip)) fail("value_malformed", cell("zip"), "a ZIP code has five digits");
  return {
    zip,
    cityGeoid: geoid === "" ? null : geoid,
    county: nonEmpty(cell("county")),
    share: decimal(cell("share"), 0, 1),
    basis: BASES[oneOf(cell("basis"), namesOf(BASES))],
    postalName: cell("usps_city").text.trim(),
  };
}

/** The ZIP codes, with those that a review puts in one city. @throws DatasetError if one of the review is not known */
export function reviewZips(
  zips: readonly ZipCode[],
  review: readonly ReviewedZip[],
  cities: readonly GeographyCity[],
): readonly ZipCode[] {
  const known = new Map(zips.map((zip) => [zip.zip, zip]));
  for (const { zip, city, county } of review) {
    const was = known.get(zip);
    const basis = was?.shares[0]?.basis;
    if (was === undefined || basis === undefined)
      return fail("name_unmatched", { file: "review/zip-codes.csv" }, `${zip} is not known`);
    known.set(zip, { ...was, shares: [{ cityGeoid: geoidOf(city, county, cities), county, share: 1, basis }] });
  }
  return [...known.values()];
}

/** Largest first; the rounding remainder goes to the largest. */
function wholeShares(zip: string, rows: readonly ShareRow[], file: string): readonly ZipShare[] {
  const sum = rows.reduce((total, { share }) => total + share, 0);
  if (Math.abs(sum - 1) > 0.001) fail("identity_broken", { file }, `the shares of ${zip} add up to ${sum}`);
  const parts = rows
    .map((share) => ({ ...share, parts: Math.round(share.share * PARTS) }))
    .filter((share) => share.parts > 0)
    .toSorted((a, b) => b.parts - a.parts || compareText(a.cityGeoid ?? "", b.cityGeoid ?? ""));
  const left = PARTS - parts.reduce((total, share) => total + share.parts, 0);
  return parts.map(({ cityGeoid, county, basis, parts: own }, index) => ({
    cityGeoid,
    county,
    share: (index === 0 ? own + left : own) / PARTS,
    basis,
  }));
}
