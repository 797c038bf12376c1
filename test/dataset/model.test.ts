import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { startingPrior } from "../../src/dataset/model/gamma-poisson.ts";
import type { Panel, PlaceYear } from "../../src/dataset/model/panel.ts";
import { emptyModel } from "../../src/dataset/model/rate-model.ts";
import { NO_OFFENSES } from "../support/offense-columns.ts";

const BOUNDS = [0] as const;
const STATE = { ...NO_OFFENSES, violent: 5, property: 25 };
type Counts = readonly [violent: number, property: number];

function place([violent, property]: Counts, residents = 20_000): PlaceYear {
  return { residents, violent, property, offenses: NO_OFFENSES, review: null };
}

/** Forty steady places beside those of interest, so that moves and priors are those of ordinary places. */
function panelOf(years: readonly number[], special: (year: number) => Readonly<Record<string, PlaceYear>>): Panel {
  return years.map((year) => ({
    year,
    yardstick: STATE,
    places: new Map([
      ...Array.from({ length: 40 }, (_, index): [string, PlaceYear] => {
        const swing = 1 + 0.1 * Math.sin(index * 7 + year * 3);
        return [
          `steady ${index}`,
          place([Math.round((60 + 3 * index) * swing), Math.round((300 + 12 * index) * swing)]),
        ];
      }),
      ...Object.entries(special(year)),
    ]),
  }));
}

/** The model of the panel by the places' own figures. */
function openModel(panel: Panel, bounds: readonly number[] = BOUNDS) {
  return panel.reduce((model, year) => model.judge(year).close(), emptyModel(bounds));
}

const YEARS = [2015, 2016, 2017, 2018, 2019, 2020] as const;

describe("what is complete", () => {
  test("a fall in both groups far below the forecast is withheld in the newest year", () => {
    const model = openModel(panelOf(YEARS, (year) => ({ fallen: place(year === 2020 ? [30, 150] : [100, 500]) })));
    expect(model.verdict(2020, "fallen")).toMatchObject({ isComplete: false, finding: "fall" });
    expect(model.estimate(2020, "fallen")).toBeNull();
    expect(model.estimate(2019, "fallen")).not.toBeNull();
  });

  test("a fall is not cleared by staying low: it lasts until the count returns, or for five years", () => {
    const years = Array.from({ length: 12 }, (_, index) => 2013 + index);
    const model = openModel(
      panelOf(years, (year) => ({
        low: place(year < 2017 ? [100, 500] : [40, 200]),
        back: place(year < 2017 || year > 2018 ? [100, 500] : [40, 200]),
      })),
    );
    const incomplete = (key: string) => years.filter((year) => model.verdict(year, key)?.isComplete === false);
    expect(incomplete("low")).toEqual([2017, 2018, 2019, 2020, 2021]);
    expect(incomplete("back")).toEqual([2017, 2018]);
    expect(model.verdict(2019, "low")?.fall?.year).toBe(2017);
    expect([model.restarts("low"), model.restarts("back")]).toEqual([[2022], []]);
    const levels = (year: number) => model.forecasts(year, "low").map(({ from }) => from.violent.year);
    expect([levels(2016), levels(2023), levels(2024)]).toEqual([[2015, 2014, 2013], [2022], [2023, 2022]]);
  });

  test("a slow loss counts like a sudden one: forecasts also start two and three years back", () => {
    const counts = new Map<number, Counts>([
      [2018, [84, 420]],
      [2019, [71, 353]],
      [2020, [59, 296]],
    ]);
    const model = openModel(panelOf(YEARS, (year) => ({ slow: place(counts.get(year) ?? [100, 500]) })));
    const fallYear = [2018, 2019, 2020].find((year) => model.verdict(year, "slow")?.isComplete === false);
    expect(fallYear).toBeGreaterThan(2018);
    expect(model.verdict(fallYear ?? 0, "slow")?.forecast?.from.violent.year).toBeLessThan((fallYear ?? 0) - 1);
  });

  test("an incomplete year is not followed: the year after starts from the one before", () => {
    const model = openModel(panelOf(YEARS, (year) => ({ fallen: place(year === 2019 ? [5, 20] : [100, 500]) })));
    const estimate = model.estimate(2020, "fallen");
    expect(estimate?.steps.violent.last?.year).toBe(2018);
    expect(estimate?.steps.violent.prior.mean).toBeGreaterThan(4);
  });

  test("an unusual count inside the bounds is complete, and marked", () => {
    const finding = (count: Counts) =>
      openModel(panelOf(YEARS, (year) => ({ place: place(year === 2020 ? count : [100, 500]) }))).verdict(
        2020,
        "place",
      );
    expect(finding([100, 480])).toMatchObject({ isComplete: true, finding: null });
    expect(finding([76, 390])).toMatchObject({ isComplete: true, finding: "low" });
    expect(finding([30, 150])).toMatchObject({ isComplete: false, finding: "fall" });
    expect(finding([300, 1_500])).toMatchObject({ isComplete: true, finding: "jump" });
  });

  test("a review has the last word, either way", () => {
    const reviewed = (review: PlaceYear["review"]) =>
      openModel(
        panelOf(YEARS, (year) => ({
          fallen: { ...place(year === 2020 ? [30, 150] : [100, 500]), review: year === 2020 ? review : null },
        })),
      ).verdict(2020, "fallen")?.isComplete;
    expect(reviewed("accepted")).toBe(true);
    expect(reviewed("partial_year")).toBe(false);
  });

  test("a review that accepts a low count ends a fall: what follows starts from that year", () => {
    const model = openModel(
      panelOf(YEARS, (year) => ({
        fallen: { ...place(year < 2018 ? [100, 500] : [40, 200]), review: year === 2019 ? "accepted" : null },
      })),
    );
    expect(YEARS.filter((year) => !model.verdict(year, "fallen")?.isComplete)).toEqual([2018]);
    expect(model.restarts("fallen")).toEqual([2019]);
  });

  test("a year reviewed as incomplete begins a fall: until two thirds of the level before are back, nothing is complete", () => {
    const counts = new Map<number, Counts>([
      [2017, [1, 4]],
      [2018, [60, 320]],
      [2019, [70, 310]],
      [2020, [80, 360]],
    ]);
    const model = openModel(
      panelOf(YEARS, (year) => ({
        lost: { ...place(counts.get(year) ?? [100, 500]), review: year === 2017 ? "partial_year" : null },
      })),
    );
    expect(YEARS.filter((year) => !model.verdict(year, "lost")?.isComplete)).toEqual([2017, 2018, 2019]);
    expect(model.verdict(2019, "lost")).toMatchObject({ finding: "fall", fall: { year: 2017, isReviewed: true } });
    expect(model.verdict(2020, "lost")?.forecast?.from.violent.year).toBe(2016);
  });

  test("a count that is back after years without figures is withheld below two thirds of the forecast", () => {
    const years = [...YEARS, 2021, 2022] as const;
    const back = (first: number, count: Counts) =>
      openModel(
        panelOf(years, (year): Readonly<Record<string, PlaceYear>> => {
          if (year > 2017 && year < first) return {};
          return { back: place(year === first ? count : [100, 500]) };
        }),
      );
    expect(back(2021, [72, 350]).verdict(2021, "back")).toMatchObject({ isComplete: true });
    expect(back(2021, [100, 300]).verdict(2021, "back")).toMatchObject({ isComplete: false, finding: "fall" });
  });

  test("fewer than five missing offenses are no partial return", () => {
    const model = openModel(
      panelOf(YEARS, (year) =>
        year > 2016 && year < 2020 ? {} : { tiny: place(year === 2020 ? [2, 8] : [3, 8], 1_000) },
      ),
    );
    expect(model.verdict(2020, "tiny")).toMatchObject({ isComplete: true });
  });

  test("a count is forecast from the last complete year however long ago it was", () => {
    const years = Array.from({ length: 14 }, (_, index) => 2010 + index);
    const model = openModel(
      panelOf(years, (year) => (year === 2010 || year === 2023 ? { back: place([100, 500]) } : {})),
    );
    expect(model.missing(2022)).toEqual(["back"]);
    expect(model.expected(2022, "back", 20_000)?.violent).toBeWithin(90, 105);
    expect(model.verdict(2023, "back")?.forecast?.groups.violent.expected).toBeWithin(90, 105);
  });
});

describe("what is known of a place in a year", () => {
  test("is the same whatever comes after it", () => {
    fc.assert(
      fc.property(fc.nat(150), fc.nat(700), (violent, property) => {
        const special = (year: number) => ({ town: place(year === 2020 ? [violent, property] : [100, 500]) });
        const [whole, cut] = [YEARS, YEARS.slice(0, -1)].map((years) => openModel(panelOf(years, special)));
        for (const year of [2015, 2017, 2019]) {
          expect(whole?.estimate(year, "town")).toEqual(cut?.estimate(year, "town") ?? null);
        }
      }),
      { numRuns: 10 },
    );
  });

  test("starts from the prior of all places in its first year, whose last is none", () => {
    const panel = panelOf(YEARS, (year) => (year === 2020 ? { young: place([100, 500]) } : {}));
    const estimate = openModel(panel).estimate(2020, "young");
    const places = [...(panel.at(-1)?.places.values() ?? [])];
    const prior = startingPrior(places.map(({ residents, violent }) => ({ residents, count: violent })));
    expect(estimate?.steps.violent).toMatchObject({ last: null, prior });
  });

  test("takes a size class of its own for the move", () => {
    const model = openModel(
      panelOf(YEARS, () => ({ small: place([5, 25], 1_000) })),
      [0, 10_000],
    );
    const moves = model.moves(2020).violent;
    expect(model.estimate(2020, "small")?.moves.violent).toBe(moves[0]);
    expect(model.estimate(2020, "steady 1")?.moves.violent).toBe(moves[1]);
  });
});

describe("first reports of the nation", () => {
  const RULE = { leastShare: 2 / 3, tail: 0.1, again: true } as const;
  const years = [2012, 2013, 2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022] as const;
  /** Reports until 2016, none in two years, and then these. */
  const returned = (counts: readonly Counts[]) => {
    const panel = panelOf(years, (year): Readonly<Record<string, PlaceYear>> => {
      const own = year <= 2016 ? ([100, 500] as const) : counts[year - 2019];
      return own === undefined ? {} : { returned: place(own) };
    });
    const model = panel.reduce((one, year) => one.judge(year).close(), emptyModel(BOUNDS, undefined, RULE));
    return years.filter((year) => year >= 2019 && model.verdict(year, "returned")?.isComplete);
  };

  test("one below two thirds of the forecast, and less likely than one in ten, is withheld until two thirds are back", () => {
    expect(
      returned([
        [45, 230],
        [55, 290],
        [90, 450],
        [95, 480],
      ]),
    ).toEqual([2021, 2022]);
    expect(
      returned([
        [45, 230],
        [50, 250],
        [50, 250],
        [50, 250],
      ]),
    ).toEqual([]);
  });

  test("one that is a little lower is complete", () => {
    expect(
      returned([
        [80, 400],
        [80, 400],
        [80, 400],
        [80, 400],
      ]),
    ).toEqual([2019, 2020, 2021, 2022]);
  });
});
