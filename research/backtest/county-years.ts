import type { Models } from "../../src/dataset/models.ts";
import { rounded } from "./measure.ts";

/** The years of counties that are not complete, with what is missing from them. Sorted by county and year. */
export function countyYearTable({ ledger, counties, shortageOf }: Models) {
  const years = counties.panel.map(({ year }) => year);
  const all = years.flatMap((year) => counties.keys(year).map((county) => ({ county, year })));
  const withheld = all.filter(({ county, year }) => counties.verdict(year, county)?.isComplete === false);
  return {
    from: Math.min(...years),
    all: all.length,
    withheld: withheld
      .toSorted((a, b) => (a.county === b.county ? a.year - b.year : a.county < b.county ? -1 : 1))
      .map(({ county, year }) => {
        const { shares, agencies } = shortageOf(year, county);
        return {
          county,
          year,
          violent: rounded(shares.violent),
          property: rounded(shares.property),
          isReviewed: ledger.review(year, county, null) === "partial_year",
          agencies: agencies.map(({ agency, short }) => ({
            agency,
            violent: Math.round(short.violent),
            property: Math.round(short.property),
          })),
        };
      }),
  };
}
