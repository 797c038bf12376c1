import { expect, test } from "bun:test";
import { completeYears } from "../../../src/domain/trend.ts";
import { movesOf, yearChange } from "../../../src/domain/year-change.ts";
import { bigChanges } from "../../../src/site/place/big-changes.ts";
import { stateView } from "../../../src/site/view/views.ts";
import { releasedPlaces } from "../../support/server.ts";
import { text } from "../../support/site-pages.ts";

const { records } = releasedPlaces;

test("the largest changes of a place are those beyond chance, each with counts and what the state did", () => {
  for (const place of records.cities.slice(0, 60)) {
    const years = completeYears(place.trend);
    const unusual = years.flatMap((to, index) => {
      const from = years[index - 1] ?? to - 1;
      const change = yearChange(place, movesOf(records), to, from);
      return (["violent", "property"] as const).flatMap((group) => {
        const { isUnusual, before, after, change: moved } = change?.groups[group] ?? {};
        return isUnusual && moved !== null ? [`${from} to ${to}: ${group} offenses ${before} ${after}`] : [];
      });
    });
    const said = bigChanges(stateView(place, records));
    if (unusual.length === 0) expect(said).toEqual([expect.stringContaining("more than chance")]);
    else expect(said).toHaveLength(Math.min(4, unusual.length));
    for (const sentence of unusual.length === 0 ? [] : said) {
      const [, years, group, before, after] =
        /^(\d{4} to \d{4}): (\w+) offenses [+−]\d+% per resident \(([\d,]+) to ([\d,]+)\), in California [+−]?\d+%\./.exec(
          sentence,
        ) ?? [];
      expect(unusual).toContain(
        `${years}: ${group} offenses ${before?.replaceAll(",", "")} ${after?.replaceAll(",", "")}`,
      );
    }
  }
});

test("a place's page says them in words, and a year with a break says so", async () => {
  expect(await text("/explore/city/oakland")).toMatch(
    /What changed since 2010 .*2022 to 2023: violent offenses \+\d+% per resident \(6,516 to 10,190\), in California \+\d+%\. The figures changed between these years, too: new release of offenses\./,
  );
});
