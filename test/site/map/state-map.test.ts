import { expect, test } from "bun:test";
import { geoPath } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "us-atlas/states-albers-10m.json" with { type: "json" };
import { US_STATES } from "../../../src/editions/us-states.ts";
import { releasedNation } from "../../support/server.ts";
import { contentOf, csvRows } from "../../support/site-pages.ts";

type States = Topology<{ states: GeometryCollection }>;
const isStates = (json: object): json is States => "objects" in json && "arcs" in json;
const json: object = atlas;
if (!isStates(json)) throw new Error("us-atlas has another form");
const outlines = new Map(
  feature(json, json.objects.states).features.map((state) => [String(state.id).padStart(2, "0"), state]),
);
/** Units of the drawing in one of the atlas, and where the atlas's left edge is. */
const SCALE = 1.6;
const LEFT = atlas.transform.translate[0] ?? 0;
const STEPS = [0, 30, 45, 60, 75];

const svg = await contentOf("/us/coverage/map.svg");
const drawn = [
  ...svg.matchAll(
    /<a href="\/us\/([a-z]{2})" class="step-(\d)" data-name="([^"]+)" data-figure="(\d+)%[^"]*" data-range="(\d+) graded places, (\d+) without a grade">.*?<path d="([^"]+)"><\/path>(.*?)<\/a>(<g class="beside">.*?<\/g>)?/gs,
  ),
].map(([, code = "", step, name, share, places, absent, path = "", inside = "", beside = ""]) => ({
  code: code.toUpperCase(),
  ...{ step: Number(step), name, share: Number(share), places: Number(places), absent: Number(absent) },
  ...{ rings: ringsOf(path), inside, beside },
}));
const states = releasedNation.states.states;

type Point = readonly [x: number, y: number];

function ringsOf(path: string): readonly (readonly Point[])[] {
  return path.split("M").flatMap((ring) => {
    const numbers = ring.match(/-?\d+/g)?.map(Number) ?? [];
    let [x, y] = [0, 0];
    const points = Array.from({ length: numbers.length / 2 }, (_, index): Point => {
      [x, y] = [x + (numbers[2 * index] ?? 0), y + (numbers[2 * index + 1] ?? 0)];
      return [x, y];
    });
    return points.length === 0 ? [] : [points];
  });
}

function areaOf(ring: readonly Point[]): number {
  return ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [0, 0];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

function isInside([x, y]: Point, ring: readonly Point[]): boolean {
  return ring.reduce((inside, [ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [0, 0];
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !inside : inside;
  }, false);
}

test("the map has each state once, with its share, its gray, its counts, and its words", () => {
  expect(drawn.map(({ code }) => code).toSorted()).toEqual(states.map(({ state }) => state).toSorted());
  for (const { code, step, name, share, places, absent, inside, beside } of drawn) {
    const state = states.find((one) => one.state === code);
    const own = (100 * (state?.residents_covered ?? 0)) / (state?.population ?? 1);
    expect([code, share]).toEqual([code, Math.round(own)]);
    expect([code, step]).toEqual([code, STEPS.filter((from) => share >= from).length]);
    expect([name, places, absent]).toEqual([state?.name, state?.places, state?.absent]);
    const words = `${inside}${beside}`.replace(/<[^>]+>/g, "").trim();
    expect(words.replace(/\s+/g, " ")).toBe(`${code} ${share}`);
  }
});

test("each state has the outline of the atlas, and its label or the line to its label starts on it", () => {
  for (const { code, rings, inside, beside } of drawn) {
    const outline = outlines.get(US_STATES.find((state) => state.code === code)?.fips ?? "");
    if (outline === undefined) throw new Error(`the atlas has no ${code}`);
    const [[left, top], [right, bottom]] = geoPath().bounds(outline);
    const largest = rings.toSorted((a, b) => Math.abs(areaOf(b)) - Math.abs(areaOf(a)))[0] ?? [];
    const area = Math.abs(rings.reduce((sum, ring) => sum + Math.abs(areaOf(ring)), 0)) / SCALE ** 2;
    const whole = geoPath().area(outline);
    expect([code, Math.abs(area - whole) < 0.05 * whole + 4]).toEqual([code, true]);
    for (const [x, y] of rings.flat()) {
      const [atX, atY] = [x / SCALE + LEFT, y / SCALE];
      expect(atX > left - 2 && atX < right + 2 && atY > top - 2 && atY < bottom + 2).toBe(true);
    }
    const at = /<text class="named" x="(\d+)" y="(\d+)"/.exec(inside) ?? /<path d="M(\d+) (\d+)L/.exec(beside);
    expect([code, isInside([Number(at?.[1]), Number(at?.[2])], largest)]).toEqual([code, true]);
  }
});

test("labels beside the map do not overlap one another", () => {
  const rows = drawn.flatMap(({ beside }) => {
    const [, x, y] = /<text x="(\d+)" y="(-?\d+)"/.exec(beside) ?? [];
    return x === undefined ? [] : [[Number(x), Number(y)] as const];
  });
  for (const [index, [x, y]] of rows.entries())
    for (const [otherX, otherY] of rows.slice(index + 1))
      expect(Math.abs(otherX - x) > 100 || Math.abs(otherY - y) >= 28).toBe(true);
});

test("the legend names the lowest share of each gray", () => {
  const legend = [...svg.matchAll(/<g class="legend in-row step-(\d)"[^>]*>.*?<text[^>]*>([^<]+)</gs)];
  expect(legend.map(([, step, text]) => [step, text?.replace("&lt;", "<")])).toEqual([
    ["1", "<30"],
    ["2", "30–44"],
    ["3", "45–59"],
    ["4", "60–74"],
    ["5", "75+"],
  ]);
});

test("the title counts the states below 30 percent, and table and file have the same shares", async () => {
  const page = await contentOf("/us/coverage");
  const few = states.filter(({ residents_covered: covered, population }) => covered / population < 0.3).length;
  expect(page).toContain(`In ${few} states, fewer than 3 of 10 residents live in a graded place`);
  const table = [
    ...page.matchAll(/<a href="\/us\/([a-z]{2})">[^<]+<\/a>.*?<rect class="ink" width="([\d.]+)".*?<b>(\d+)%</gs),
  ];
  expect(table.length).toBe(states.length);
  for (const [, code = "", width, share] of table) {
    expect(drawn.find((state) => state.code === code.toUpperCase())?.share).toBe(Number(share));
    expect(Math.abs(Number(width) - Number(share))).toBeLessThan(0.6);
  }
  const populations = table.map(
    ([, code]) => states.find(({ state }) => state === code?.toUpperCase())?.population ?? 0,
  );
  expect(populations).toEqual(populations.toSorted((a, b) => b - a));
  for (const row of await csvRows("/us/coverage/map.csv"))
    expect(drawn.find(({ code }) => code === row["state"])?.share).toBe(
      Math.round((100 * Number(row["residents_covered"])) / Number(row["population"])),
    );
});
