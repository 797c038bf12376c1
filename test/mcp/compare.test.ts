import { expect, test } from "bun:test";
import { ownText } from "../../src/base/text.ts";
import { CAUTIONS } from "../../src/domain/caution.ts";
import { hasFewOffenses, OFFENSE_GROUPS } from "../../src/domain/offense.ts";
import type { SnapshotPlace } from "../../src/domain/snapshot.ts";
import { compare } from "../../src/mcp/compare-tool.ts";
import { releasedEditions, releasedNation, releasedPlaces } from "../support/server.ts";

const { cities, counties } = releasedPlaces.records;
const places = new Map<string, SnapshotPlace>();
for (const city of cities) places.set(`${city.record.city}, ${city.record.county}`, city);
for (const county of counties) places.set(county.record.county, county);
const names = [...places.keys()];
const place = (name: string) => {
  const known = places.get(name);
  if (known === undefined) throw new RangeError(name);
  return known;
};

async function compared(...asked: readonly string[]) {
  const answer = await compare(releasedEditions, { names: asked.map(ownText) }, asked.length, "free");
  if (!answer.ok) throw new Error(answer.refusal.detail);
  return answer.value;
}

const shown = new Map(
  (await compared(...names)).places.map((figures) => [Reflect.get(figures, "name"), Object(figures)]),
);

test("every record has its estimated rates inside their ranges, and the sentence of each caution", () => {
  expect(shown.size).toBe(places.size);
  for (const [name, figures] of shown) {
    const { record, rating, cautions } = place(name);
    expect(figures).toMatchObject({ data_year: record.data_year, grade: record.grade });
    for (const group of OFFENSE_GROUPS) {
      const { rate, low, high, reported = rate } = figures[group];
      expect([name, group, rate >= low, rate <= high]).toEqual([name, group, true, true]);
      expect(rate).toBeCloseTo(rating[group].smoothedRate, 2);
      expect(Math.abs(reported - rating[group].rate) <= 0.1 * rating[group].smoothedRate + 0.01).toBe(true);
    }
    expect(figures.cautions?.length ?? 0).toBe(cautions.length);
    for (const [index, { code, detail = "" }] of cautions.entries()) {
      expect(figures.cautions[index]).toContain(CAUTIONS[code].text);
      expect(figures.cautions[index]).toContain(detail);
    }
  }
});

test("a fifth of all pairs, with each place, are ordered by the rates shown, or not at all if chance or the year decides", async () => {
  const faults: unknown[] = [];
  for (const [index, one] of names.entries()) {
    for (const [later, other] of names.slice(index + 1).entries()) {
      if (later % 5 !== 0) continue;
      const { fewest_first, not_ordered } = await compared(one, other);
      const year = Math.max(place(one).record.data_year, place(other).record.data_year);
      const isFair = (name: string) => place(name).record.data_year === year && !hasFewOffenses(place(name).offenses);
      const apart = not_ordered.map((entry) => Reflect.get(entry, "name"));
      const isRight = OFFENSE_GROUPS.every((group) => {
        const { order, chance_below_next } = fewest_first[group] ?? { order: [], chance_below_next: [] };
        const [first = 0, second = first] = order.map((name) => shown.get(name)[group].rate);
        // A mean can be below another one while its median is a little above.
        const [chance = 0.5] = chance_below_next;
        return order.every(isFair) && order.length + apart.length === 2 && first <= second && chance >= 0.45;
      });
      if (!isRight || apart.some(isFair)) faults.push([one, other, fewest_first, not_ordered]);
    }
  }
  expect(faults).toEqual([]);
});

test("places with few offenses and of another year stand apart, each with its reason", async () => {
  const { not_ordered, fewest_first, meaning, context } = await compared(
    "Rolling Hills, Los Angeles County",
    "Irvine, Orange County",
    "Imperial County",
    "Fresno, Fresno County",
  );
  expect(not_ordered).toEqual([
    { name: "Rolling Hills, Los Angeles County", reason: expect.stringContaining("few offenses") },
    { name: "Imperial County", reason: "Its figures are those of 2022, those of the others of 2025." },
  ]);
  expect(fewest_first["violent"]?.order).toEqual(["Irvine, Orange County", "Fresno, Fresno County"]);
  expect(meaning).toContain("leave out visitors");
  expect(context.neighborhoods).toContain("neighborhoods");
  const [rollingHills] = (await compared("Rolling Hills")).places;
  expect(rollingHills).toMatchObject({ violent: { rate: 0.58, reported: 1.83, low: 0.31, high: 0.9 } });
});

test("one place of another state: all are compared with the nation, and the answer says so", async () => {
  const asked = ["Irvine", "Austin, TX", "Springfield, Illinois", "Orange County", "Chicago IL"];
  const { places: figures, fewest_first, context } = await compared(...asked);
  const entry = (state: "CA" | "TX" | "IL", name: string) => {
    const meaning = releasedNation.find({ state, name: ownText(name) });
    const found = meaning.is === "one" ? meaning.place.entry : undefined;
    if (found === undefined || !("record" in found)) throw new RangeError(name);
    return found;
  };
  const entries = [entry("CA", "Irvine"), entry("TX", "Austin"), entry("IL", "Springfield")];
  for (const [index, { state, record, rating, nextYear }] of entries.entries()) {
    const { violent, property, ...rest } = Object(figures[index]);
    const { county, data_year, safety_score, grade } = record;
    expect(rest).toMatchObject({ name: asked[index], state, county, data_year, safety_score, grade });
    expect(rest.score_next_year).toEqual(nextYear && [nextYear.low, nextYear.high]);
    for (const [group, of] of [[violent, rating.violent] as const, [property, rating.property] as const]) {
      expect(group.rate).toBeCloseTo(of.smoothedRate, 2);
      expect([group.low <= group.rate, group.rate <= group.high]).toEqual([true, true]);
    }
  }
  const byRate = (group: "violent" | "property") =>
    entries
      .map(({ rating }, index) => ({ name: asked[index] ?? "", rate: rating[group].smoothedRate }))
      .toSorted((a, b) => a.rate - b.rate)
      .map(({ name }) => name);
  for (const group of OFFENSE_GROUPS) expect(fewest_first[group]?.order).toEqual(byRate(group));
  expect(context).toMatchObject({
    yardstick: expect.stringContaining("the United States'"),
    scale: expect.stringContaining("all are compared with the United States, by the figures of 2024"),
  });
  expect(figures[3]).toMatchObject({ found: false, hint: expect.stringContaining("Figures are of cities and towns") });
  expect(figures[4]).toMatchObject({ found: false, hint: expect.stringContaining("Chicago, Illinois has no grade") });
  expect((await compared("Irvine, CA", "Fresno, California")).context).not.toHaveProperty("scale");
});
