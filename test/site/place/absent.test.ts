import { expect, test } from "bun:test";
import { OFFENSES } from "../../../src/domain/offense.ts";
import { figuresOf } from "../../../src/domain/trend.ts";
import { lostClass } from "../../../src/site/place/lost-class.ts";
import { nationView } from "../../../src/site/view/nation-views.ts";
import { releasedNation } from "../../support/server.ts";
import { contentOf, text } from "../../support/site-pages.ts";

const { nation } = releasedNation;

test("a class is named as lost only where its group has less than expected, and it less than half of before", () => {
  const named = nation.absent.flatMap((place) => {
    const offense = lostClass(nationView(place, nation), nation.dataYear);
    return offense === null ? [] : [{ place, offense }];
  });
  expect(named.length).toBeGreaterThan(10);
  for (const { place, offense } of named) {
    const { trend, expected, lastComplete } = place;
    if (trend === null || expected === null || lastComplete === null) throw new Error(place.name);
    const [before, now] = [figuresOf(trend, lastComplete), figuresOf(trend, nation.dataYear)];
    const { group } = OFFENSES[offense];
    expect(now[group] ?? 0).toBeLessThan(expected[group]);
    const rate = ({ offenses, population }: typeof now) => (offenses?.[offense] ?? 0) / (population ?? 1);
    expect(rate(now)).toBeLessThan(rate(before) / 2);
  }
});

test("a place without a grade says first why, then what was expected, the nearest grades, and what ends it", async () => {
  const shown = await text("/us/il/chicago");
  const order = [
    "No grade for 2024, because its aggravated assaults look incomplete.",
    "Against the national average of 2019. Too old to describe Chicago today.",
    "were expected in 2024;",
    "What Chicago reported in 2024, by offense",
    "The nearest town with a grade",
    "Who else publishes",
    "When a grade comes back",
    "2025 so far",
    "in Chicago were above the national rate",
  ].map((words) => shown.indexOf(words));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(await contentOf("/us/il/chicago")).toContain(
    '<tr aria-current="true"><th scope="row">Aggravated assault</th>',
  );
});

test("the map of towns names the sources of those that it shows, and no other", async () => {
  expect(await text("/us/il/chicago")).not.toContain("OpenJustice");
  expect(await text("/us/ca/irvine")).toMatch(/Department of Justice.*boundaries and points: U.S. Census Bureau/);
});

test("a place that a county department polices says so, with the request and the reason that help", async () => {
  expect(await contentOf("/us/md/columbia")).toContain("/v1/us/areas/MD/Howard+County&quot;");
  expect(await contentOf("/us/nv/paradise")).toContain("/v1/us/safety/NV/Paradise&quot;");
  expect(await contentOf("/us/il/chicago")).toContain("/v1/us/history/IL/Chicago&quot;");
  // The names alone mean places of the gazetteer.
  expect(await contentOf("/us/tx/lakeview")).toContain("/v1/us/safety/TX/Lakeview%2C%20Harris%20County&quot;");
  expect(await contentOf("/us/oh/amelia")).toContain("/v1/us/places?state=OH&amp;q=Amelia&quot;");
  expect(await text("/us/md/bethesda")).toMatch(/has no figures either: 1 of the tables of 2018, 2019, and 2022 can/);
  const hempstead = await text("/us/ny/hempstead-town");
  expect(hempstead).toContain("The FBI’s tables list no police of its own: the Nassau County Police Department");
  expect(hempstead).not.toContain("When a grade comes back");
});

test("the towns near a place are said to be apart from it only if no department of theirs serves more than its town", async () => {
  expect(await text("/us/md/columbia")).toContain("They say nothing about Columbia");
  const paradise = await text("/us/nv/paradise");
  expect(paradise).not.toContain("They say nothing");
  expect(paradise).toContain("those of Las Vegas also serve land around it");
});
