import type { NationLocateAnswer } from "../../domain/nation-location.ts";
import type { Gazetteer } from "../../gazetteer/gazetteer.ts";
import { territoryZipHint } from "../../gazetteer/territories.ts";
import type { ZipShares } from "../../gazetteer/zip-table.ts";
import { MIN_SHARE } from "../places.ts";
import type { PointLocator } from "./at-point.ts";
import type { Located, LocationParts } from "./located.ts";

/** The places of a ZIP code by their shares of it, never by its postal name. */
export function createZipLocator(gazetteer: Gazetteer, located: Located, { atPoint }: PointLocator) {
  const { ofRow, countyOf, onlyCountyOf, candidateOf, coveringShare, found, missed } = located;

  function inZip(zip: string, { basis, candidates: own, county: inCounty, point }: ZipShares): LocationParts {
    const matched = { kind: "zip", name: zip } as const;
    const at = basis === "point" ? atPoint(point) : null;
    if (at !== null) return { ...at, matched, basis: "point" };
    const candidates = own.map(({ row, share }) => candidateOf(row, share));
    const all = { matched, basis, candidates } as const;
    const county = inCounty === null ? onlyCountyOf(own.map(({ row }) => row)) : countyOf(inCounty);
    if (basis === "county_only") {
      return { ...all, county, hint: `Which places have residents in ${zip} is not known, only the county.` };
    }
    const main = own.find(({ share }) => share >= MIN_SHARE);
    // Several places of one area, or a place and the land around it.
    const covered_by = coveringShare(own, MIN_SHARE);
    if (main === undefined) return { ...all, county, covered_by, hint: `${zip} is in several places: see candidates.` };
    if (gazetteer.place(main.row).kind !== "county") return { ...ofRow(main.row), ...all, county };
    const around = countyOf(main.row);
    return {
      ...all,
      county: around,
      covered_by,
      hint: `Most of ${zip} is in ${around.county}, outside every city and town.`,
    };
  }

  return {
    inZip,
    locateZip(zip: string): NationLocateAnswer {
      const shares = gazetteer.zip(zip);
      return shares === undefined ? missed(unknownZip(zip)) : found(inZip(zip, shares));
    },
  };
}

export type ZipLocator = ReturnType<typeof createZipLocator>;

export function unknownZip(zip: string): string {
  return territoryZipHint(zip) ?? `${zip} is not a ZIP code that the dataset has.`;
}
