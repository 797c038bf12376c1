import { expect, test } from "bun:test";
import { familyOf } from "../../../src/domain/grade.ts";
import { kilometersBetween } from "../../../src/gazetteer/distance.ts";
import { Drawing } from "../../../src/site/charts/drawing.tsx";
import { nearMap } from "../../../src/site/map/near-map.tsx";
import { gradedPlace } from "../../../src/site/ui/grade.tsx";
import { releasedPlaces } from "../../support/server.ts";

const { cities } = releasedPlaces.records;
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
  const svg = String(Drawing(nearMap({ label: "Near", marks: [own, ...all] })));
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
