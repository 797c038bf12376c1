import { z } from "zod";
import { namesOf } from "../../../base/named-table.ts";
import type { GeographyCity, ZipCode, ZipShare } from "../../../gazetteer/tables.ts";
import { decimal, nonEmpty, oneOf, optionalText, readTable, text } from "../../csv.ts";
import { fail } from "../../fault.ts";
import { compareText } from "../../input-rows.ts";
import type { Reviewed } from "../review.ts";
import { geoidOf } from "./place-names.ts";

/** The basis of a share, by the file's word for how it was computed. */
const BASES = {
  pop2020: "residents",
  pop2020_weak: "residents",
  area: "area",
  "point+usps_name": "hint",
  usps_name: "hint",
  point: "hint",
} as const satisfies Readonly<Record<string, ZipShare["basis"]>>;

const ROW = z.object({
  zip: text.regex(/^\d{5}$/, "is not a ZIP code of five digits"),
  place_geoid: optionalText,
  county: nonEmpty,
  share: decimal(0, 1),
  basis: oneOf(namesOf(BASES)),
  usps_city: text,
});

const PARTS = 10_000;

/** ZIP codes with the places that they lie in. Places in which nobody of the ZIP code lives are left out. @throws DatasetError */
export function readZipCodes(bytes: Uint8Array, file: string): readonly ZipCode[] {
  const byZip = Map.groupBy(readTable(bytes, file, ROW), ({ zip }) => zip);
  return [...byZip]
    .map(([zip, rows]) => {
      const shares = rows.map(({ place_geoid: cityGeoid, county, share, basis }) => {
        return { cityGeoid, county, share, basis: BASES[basis] };
      });
      return { zip, postalName: rows[0]?.usps_city ?? "", shares: wholeShares(zip, shares, file) };
    })
    .toSorted((a, b) => compareText(a.zip, b.zip));
}

/** The ZIP codes, with those that a review puts in one city or on one county's land. @throws DatasetError if one of the review is not known */
export function reviewZips(
  zips: readonly ZipCode[],
  review: readonly Reviewed<"zipCodes">[],
  cities: readonly GeographyCity[],
): readonly ZipCode[] {
  const known = new Map(zips.map((zip) => [zip.zip, zip]));
  for (const { zip, city, county } of review) {
    const was = known.get(zip);
    const basis = was?.shares[0]?.basis;
    if (was === undefined || basis === undefined) return fail({ file: "review/zip-codes.csv" }, `${zip} is not known`);
    const cityGeoid = city === null ? null : geoidOf(city, county, cities);
    known.set(zip, { ...was, shares: [{ cityGeoid, county, share: 1, basis }] });
  }
  return [...known.values()];
}

/** Largest first; the rounding remainder goes to the largest. */
function wholeShares(zip: string, rows: readonly ZipShare[], file: string): readonly ZipShare[] {
  const sum = rows.reduce((total, { share }) => total + share, 0);
  if (Math.abs(sum - 1) > 0.001) fail({ file }, `the shares of ${zip} add up to ${sum}`);
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
