import { expect, test } from "bun:test";
import { gradeOf, scoreOf } from "../../../src/domain/grade.ts";
import { OFFENSE_GROUPS } from "../../../src/domain/offense.ts";
import { benchmarkRateOf } from "../../../src/domain/trend.ts";
import { Hero } from "../../../src/site/place/graded-page.tsx";
import { letterText } from "../../../src/site/ui/grade.tsx";
import { stateView } from "../../../src/site/view/views.ts";
import { releasedPlaces } from "../../support/server.ts";
import { contentOf } from "../../support/site-pages.ts";

const { records } = releasedPlaces;

test("the bars of every place start at zero and are as long as its rate and the state's, on one scale of multiples", () => {
  for (const place of [...records.cities, ...records.counties]) {
    const state = records.state.trend;
    const html = String(Hero({ place: stateView(place, records), change: null }));
    const bars = [
      ...html.matchAll(
        /<b class="tile [^"]*">([A-F][+−]?)<\/b>.*?<rect class="ink" width="([\d.]+)%"[^>]*><\/rect><text class="bar-value" x="([\d.]+)%"[^>]*>([\d.]+)<.*?<rect class="pale" width="([\d.]+)%"[^>]*><\/rect><text x="([\d.]+)%"[^>]*>([\d.]+) /gs,
      ),
    ];
    expect(bars).toHaveLength(2);
    for (const [index, group] of OFFENSE_GROUPS.entries()) {
      const [, letter, own, ownEnd, rate, pale, paleEnd, ofState] = bars[index] ?? [];
      const [expected, stateRate] = [
        place.rating[group].smoothedRate,
        benchmarkRateOf(state, place.record.data_year, group),
      ];
      expect([rate, ofState]).toEqual([expected.toFixed(1), stateRate.toFixed(1)]);
      expect([ownEnd, paleEnd]).toEqual([own, pale]);
      expect(letter).toBe(letterText(gradeOf(scoreOf(place.rating[group].ratio)).letter));
      // Lengths have one decimal of a percent.
      expect(Math.abs(Number(own) - (Number(pale) * expected) / stateRate)).toBeLessThan(
        0.1 + expected / stateRate / 10,
      );
      expect(Number(own)).toBeLessThanOrEqual(84);
      expect(pale).toBe(bars[0]?.[5]);
    }
  }
});

test("on a phone the box of a grade with a caution keeps the yardstick that its edition names", async () => {
  const unitOf = async (path: string) =>
    /<span class="of">.*?<\/svg><span( class="wide-only")?>/.exec(await contentOf(path))?.[1];
  expect(await unitOf("/us/oh/dayton")).toBeUndefined();
  expect(await contentOf("/us/oh/dayton")).toMatch(/<span class="of">.*?<\/svg><span> US<span class="wide-only"> = 50/);
  expect(await unitOf("/explore/city/colma")).toBe(' class="wide-only"');
});
