import { expect, test } from "bun:test";
import shapes from "../../../data/us-states.json" with { type: "json" };
import { familyOf } from "../../../src/domain/grade.ts";
import { onStates } from "../../../src/site/map/dot-map.tsx";
import { releasedNation } from "../../support/server.ts";
import { contentOf, csvRows } from "../../support/site-pages.ts";

const { entries, gazetteer, states } = releasedNation;

/** The dots of a path: steps from one to the next. */
function dotsIn(path: string): readonly (readonly [number, number])[] {
  let [x, y] = [0, 0];
  return [...path.matchAll(/[Mm](-?\d+) (-?\d+)h0/g)].map(([, right, down]) => {
    [x, y] = [x + Number(right), y + Number(down)];
    return [x, y] as const;
  });
}

test("each graded place with a point is one dot where it is, in the color of its grade and the size of its residents", async () => {
  const svg = await contentOf("/us/map.svg");
  const drawn = new Map<string, number>();
  for (const [, size, family = "", path = ""] of svg.matchAll(/class="place-dots size-(\d) grade-(\w)" d="([^"]*)"/g))
    for (const [x, y] of dotsIn(path)) {
      const key = `${size} ${family} ${x} ${y}`;
      drawn.set(key, (drawn.get(key) ?? 0) + 1);
    }
  let count = 0;
  for (const { geoid, record } of entries) {
    const row = geoid === null ? undefined : gazetteer.ofGeoid(geoid);
    const at = row === undefined ? null : onStates(gazetteer.pointOf(row));
    if (at === null) continue;
    count += 1;
    const size = record.population < 50_000 ? 0 : record.population < 250_000 ? 1 : 2;
    const key = `${size} ${familyOf(record.grade).toLowerCase()} ${at[0]} ${at[1]}`;
    expect([key, (drawn.get(key) ?? 0) > 0]).toEqual([key, true]);
  }
  expect([...drawn.values()].reduce((sum, one) => sum + one, 0)).toBe(count);
  expect(await csvRows("/us/map.csv")).toHaveLength(entries.length);
});

/** The box of a state's drawing. */
function boxOf(path: string) {
  let [x, y] = [0, 0];
  const points = path.split("M").flatMap((ring) => {
    const numbers = ring.match(/-?\d+/g)?.map(Number) ?? [];
    [x, y] = [0, 0];
    return Array.from({ length: numbers.length / 2 }, (_, index) => {
      [x, y] = [x + (numbers[2 * index] ?? 0), y + (numbers[2 * index + 1] ?? 0)];
      return [x, y] as const;
    });
  });
  const [xs, ys] = [points.map(([at]) => at), points.map(([, at]) => at)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

test("the dots of a state are on its drawing, so both have one projection", () => {
  const boxes = new Map(shapes.map(({ fips, path }) => [fips, boxOf(path)]));
  for (const { geoid } of entries) {
    const row = geoid === null ? undefined : gazetteer.ofGeoid(geoid);
    const at = row === undefined ? null : onStates(gazetteer.pointOf(row));
    const box = boxes.get(geoid?.slice(0, 2) ?? "");
    if (at === null || box === undefined) continue;
    const [x, y] = at;
    const isInside = x > box.left - 6 && x < box.right + 6 && y > box.top - 6 && y < box.bottom + 6;
    expect([geoid, isInside]).toEqual([geoid, true]);
  }
});

test("dots are no links, each state is one, and a link passes the map", async () => {
  const page = await contentOf("/us");
  const map = /<svg class="map".*?<\/svg>/s.exec(page)?.[0] ?? "";
  expect([...map.matchAll(/<a /g)]).toHaveLength(states.states.length);
  expect(page.indexOf('<a class="skip" href="#states">')).toBeLessThan(page.indexOf('<svg class="map"'));
  expect(page).toContain('id="states"');
});
