import { describe, expect, test } from "bun:test";
import { familyOf } from "../../../src/domain/grade.ts";
import { historyOf } from "../../../src/domain/history.ts";
import { averageRateOf, figuresOf } from "../../../src/domain/trend.ts";
import { METRICS } from "../../../src/site/map/explore-data.ts";
import { letterText } from "../../../src/site/ui/grade.tsx";
import { releasedPlaces } from "../../support/server.ts";
import { contentOf } from "../../support/site-pages.ts";

const { records } = releasedPlaces;
const { state, dataYear } = records;
/** From these multiples of the state's rate on, the color is the next one. */
const STEPS = [0, 0.5, 0.8, 1.25, 2];

interface View {
  readonly name: string;
  readonly classes: readonly string[];
  readonly figure: string;
}

/** The places of the map of a query, with their colors and words, and the counts of its legend by color. */
async function mapOf(query: string) {
  const svg = await contentOf("/explore/map.svg", query);
  const shown = [...svg.matchAll(/<a href="[^"]*" class="([^"]*)" data-name="([^"]*)" data-figure="([^"]*)"/g)].map(
    ([, classes = "", name = "", figure = ""]): View => ({
      name: name.replaceAll("&#39;", "'"),
      classes: classes.split(" "),
      figure,
    }),
  );
  const legend = [...svg.matchAll(/<g class="legend ([a-z0-9-]+)".*?<text class="legend-count"[^>]*>(\d+)</gs)];
  return { shown, legend: new Map(legend.map(([, shade, count]) => [shade, Number(count)])) };
}

describe.each([dataYear, 2012])("the map of counties in %d", (year) => {
  test.each([...METRICS])("has the color of each county's %s, and as many of each in its legend", async (metric) => {
    const { shown, legend } = await mapOf(`metric=${metric}&year=${year}`);
    const byName = new Map(shown.map((place) => [place.name, place]));
    const counts = new Map<string, number>();
    for (const { record, trend, rating } of records.counties) {
      const row = historyOf(trend, state.trend)[year - trend.from];
      const isNewest = year === dataYear;
      const grade = isNewest ? record.grade : row?.grade;
      const place = byName.get(record.county.replace(/ County$/, ""));
      let expected = "none";
      if (grade) {
        const figures = figuresOf(state.trend, year);
        if (metric === "score") expected = `grade-${familyOf(grade).toLowerCase()}`;
        else {
          const own = isNewest ? rating[metric].smoothedRate : (row?.[`${metric}_rate_per_1k`] ?? 0);
          const ofState = Math.round((figures[metric] ?? 0) / ((figures.population ?? 0) / 10_000)) / 10;
          expected = `step-${STEPS.filter((step) => own / ofState >= step).length}`;
        }
      }
      expect([record.county, place?.classes[0]]).toEqual([record.county, expected]);
      counts.set(expected, (counts.get(expected) ?? 0) + 1);
      if (grade && metric === "score")
        expect(place?.figure).toStartWith(`${letterText(grade)} ${isNewest ? record.safety_score : row?.safety_score}`);
      expect(place?.classes.includes("older")).toBe(isNewest && record.data_year !== dataYear);
    }
    for (const [shade, count] of counts)
      if (shade !== "none") expect([shade, legend.get(shade)]).toEqual([shade, count]);
    expect(averageRateOf(state.trend, year)).not.toBeNull();
  });
});

test("a rate has its decimal inside its place, as beside it", async () => {
  const svg = await contentOf("/explore/map.svg", "metric=violent");
  const inside = [...svg.matchAll(/<text class="letter[^"]*"[^>]*>([^<]+)</g)].map(([, rate]) => rate);
  expect(inside.length).toBeGreaterThan(20);
  expect(inside.filter((rate) => !/^\d+\.\d$/.test(rate ?? ""))).toEqual([]);
});
