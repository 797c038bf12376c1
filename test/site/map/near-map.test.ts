import { expect, test } from "bun:test";
import { familyOf } from "../../../src/domain/grade.ts";
import { kilometersBetween } from "../../../src/gazetteer/distance.ts";
import { Drawing } from "../../../src/site/charts/drawing.tsx";
import { nationLand } from "../../../src/site/map/land.ts";
import { groundOfNation } from "../../../src/site/map/local-ground.ts";
import { boundariesText, nearMap } from "../../../src/site/map/near-map.tsx";
import { gradedPlace } from "../../../src/site/ui/grade.tsx";
import { releasedNation, releasedPlaces } from "../../support/server.ts";

const { cities } = releasedPlaces.records;
const { ground } = nationLand(releasedNation.gazetteer);
const KM_PER_MILE = 1.609344;

interface Mark {
  readonly name: string;
  readonly color: string;
  readonly letter: string;
  readonly x: number;
  readonly y: number;
}

test("a mark stands as far from its place as the scale says, in its direction, with its letter and color, and the place has a ring", () => {
  const named = (name: string) => cities.find(({ record }) => record.city === name) ?? expect.unreachable(name);
  const towns = ["Fresno", "Redding", "San Diego", "Eureka", "Blythe", "Oakland"].map(named);
  const marks = towns.map((town) => ({
    ...{ name: town.record.city, latitude: town.latitude, longitude: town.longitude },
    ...{ href: "/", graded: gradedPlace(town) },
  }));
  const [own, ...others] = marks;
  if (own === undefined) throw new Error("there are no towns");
  const without = { ...{ name: "Nowhere", latitude: 39, longitude: -116 }, href: "/", graded: null };
  const all = [...others, without];
  const svg = String(Drawing(nearMap({ label: "Near", marks: [own, ...all], ground })));
  const drawn = [
    ...svg.matchAll(
      /<title>([^:]+): [^<]+<\/title><g(?: class="([\w-]+)")? transform="translate\(([\d.]+) ([\d.]+)\)">(.*?)<text[^>]*>([^<]+)</gs,
    ),
  ].map(([, name = "", color = "", x, y, rects = "", letter = ""]) => ({
    ...{ name, color, letter, x: Number(x), y: Number(y) },
    hasRing: rects.includes('class="ring"'),
    isHatched: rects.includes('class="hatched"'),
  }));
  expect(drawn.map(({ name, hasRing, isHatched }) => [name, hasRing, isHatched])).toEqual(
    [own, ...all].map(({ name, graded }) => [name, name === own.name, graded === null]),
  );
  const [, length, miles] = /class="base" d="M8 \d+h([\d.]+)".*?<text[^>]*>(\d+) miles</s.exec(svg) ?? [];
  const scale = Number(length) / (Number(miles) * KM_PER_MILE);
  const center: Mark | undefined = drawn[0];
  for (const [index, mark] of all.entries()) {
    const { x, y, color, letter } = drawn[index + 1] ?? expect.unreachable(mark.name);
    const [right, down] = [x - (center?.x ?? 0), y - (center?.y ?? 0)];
    const kilometers = kilometersBetween(own, mark);
    expect(Math.abs(Math.hypot(right, down) / (scale * kilometers) - 1)).toBeLessThan(0.01);
    const north = kilometersBetween(own, { latitude: mark.latitude, longitude: own.longitude });
    expect(Math.sign(-down)).toBe(Math.sign(mark.latitude - own.latitude));
    expect(Math.sign(right)).toBe(Math.sign(mark.longitude - own.longitude));
    expect(Math.abs(Math.abs(down) / (scale * kilometers) - north / kilometers)).toBeLessThan(0.03);
    const family = mark.graded && familyOf(mark.graded.letter);
    expect([color, letter]).toEqual(family ? [`grade-${family.toLowerCase()}`, family] : ["", "–"]);
  }
});

const { gazetteer, entries } = releasedNation;

/** A place of the nation on a map. */
function markOf(state: string, name: string) {
  const entry = entries.find((one) => one.state === state && one.name === name) ?? expect.unreachable(name);
  const row = gazetteer.ofGeoid(entry.geoid ?? "") ?? expect.unreachable(name);
  const { latitude, longitude } = gazetteer.pointOf(row);
  const at = { latitude, longitude, geoid: entry.geoid ?? "" };
  return { name, href: "/", graded: gradedPlace(entry), ...at, lines: gazetteer.outlineOf(row) };
}

/** Whether a point is in the area of SVG path data, by the even-odd rule. */
function isIn(path: string, x: number, y: number): boolean {
  const rings = path.split("Z").map((ring) =>
    ring
      .split(/[ML]/)
      .slice(1)
      .map((at) => at.split(",").map(Number)),
  );
  const crossings = rings.flatMap((ring) =>
    ring.filter(([x2 = 0, y2 = 0], index) => {
      const [x1 = 0, y1 = 0] = ring.at(index - 1) ?? [];
      return y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1);
    }),
  );
  return crossings.length % 2 === 1;
}

test("the boundary of a place is around its mark, in the color of its grade, and no other place's is", () => {
  const [own, ...others] = ["Denver", "Aurora", "Lakewood", "Arvada", "Englewood", "Littleton"].map((name) =>
    markOf("CO", name),
  );
  if (own === undefined) throw new Error("there is no place");
  const bare = { ...markOf("CO", "Golden"), lines: undefined };
  const svg = String(Drawing(nearMap({ label: "Near", marks: [own, ...others, bare], ground })));
  const areas = [...svg.matchAll(/<path class="boundary ([\w-]+)( own)?"[^>]* d="([^"]+)"/g)];
  const marks = [...svg.matchAll(/<g class="([\w-]+)" transform="translate\(([\d.]+) ([\d.]+)\)">/g)];
  expect(areas.map(([, color, isOwn]) => [color, isOwn !== undefined])).toEqual(
    [own, ...others].map((place) => [`grade-${familyOf(place.graded.letter).toLowerCase()}`, place === own]),
  );
  const holding = marks.map(([, , x, y]) =>
    areas.flatMap(([, , , path = ""], index) => (isIn(path, Number(x), Number(y)) ? [index] : [])),
  );
  expect(holding).toEqual([[0], [1], [2], [3], [4], [5], []]);
  const plain = String(Drawing(nearMap({ label: "Near", marks: [own, ...others], ground, isPlain: true })));
  expect(plain.match(/class="boundary [\w ]+"/g)?.every((name) => name.includes("plain"))).toBe(true);
});

test("a map is the same whatever maps were drawn before it", () => {
  const { ground: counties, linesOf } = nationLand(gazetteer);
  const drawn = (state: string, names: readonly string[]) => {
    const [own, ...others] = names
      .map((name) => markOf(state, name))
      .map((mark) => ({ ...mark, lines: linesOf(mark.geoid) }));
    if (own === undefined) throw new Error("there is no place");
    return String(Drawing(nearMap({ label: "Near", marks: [own, ...others], ground: counties })));
  };
  const first = drawn("CO", ["Denver", "Aurora", "Golden"]);
  expect(drawn("OH", ["Columbus", "Westerville"])).not.toBe(first);
  expect(drawn("CO", ["Denver", "Aurora", "Golden"])).toBe(first);
});

test("the lines of a county are read once for all maps it is on", () => {
  const read: number[] = [];
  const counted = groundOfNation({
    countiesAround: gazetteer.countiesAround,
    linesOfCounty(county) {
      read.push(county);
      return gazetteer.linesOfCounty(county);
    },
  });
  for (const name of ["Denver", "Lakewood", "Denver"]) {
    nearMap({ label: "Near", marks: [markOf("CO", name), markOf("CO", "Golden")], ground: counted });
  }
  expect(read.length).toBeGreaterThan(1);
  expect(read).toEqual([...new Set(read)]);
});

test("the words of a map name the places without a boundary", () => {
  const held = { name: "Held", lines: [] };
  const bare = (name: string) => ({ name, lines: undefined });
  expect(boundariesText([held])).toBe("Boundaries are those of 2019.");
  expect(boundariesText([held, bare("A"), bare("B")])).toBe("Boundaries are those of 2019; we have none of A, B.");
  expect(boundariesText([held, ...["A", "B", "C", "D"].map(bare)])).toContain("we have none of 4 places.");
  expect(boundariesText([bare("A")])).toBe("We have no boundaries of these places.");
});
