import { describe, expect, test } from "bun:test";
import { familyOf } from "../../../src/domain/grade.ts";
import { CALIFORNIA } from "../../../src/editions/california.ts";
import { distributionPanel } from "../../../src/site/charts/distribution.tsx";
import { Drawing } from "../../../src/site/charts/drawing.tsx";
import { type Graded, gradedPlace } from "../../../src/site/ui/grade.tsx";
import { Ruler } from "../../../src/site/view/ruler.tsx";
import { releasedPlaces } from "../../support/server.ts";

const scores = releasedPlaces.records.cities.map((city) => gradedPlace(city));
/** Points of score in each bin, by the picture's width on a computer, a tablet, and a phone. */
const STEPS = { 1200: 1, 700: 2, 358: 2.5 } as const;

interface Dot {
  readonly family: string;
  readonly x: number;
  readonly y: number;
}

function pictureOf(graded: readonly Graded[], width: number, marked: readonly Graded[] = []): string {
  const named = marked.map((own, index) => ({ name: `Place ${index}`, graded: own }));
  const panel = distributionPanel({ label: "Scores", scores: graded, marked: named, yardstick: CALIFORNIA });
  const pictures = String(Drawing(panel)).split("<svg").slice(1);
  return pictures.find((svg) => svg.includes(`viewBox="0 0 ${width} `)) ?? "";
}

function dotsOf(svg: string): Dot[] {
  return [...svg.matchAll(/class="dots grade-([a-f])"[^>]* d="([^"]*)"/g)].flatMap(([, family = "", path = ""]) =>
    [...path.matchAll(/M([\d.]+) ([\d.]+)h0/g)].map(([, x, y]) => ({ family, x: Number(x), y: Number(y) })),
  );
}

describe("the distribution", () => {
  for (const [key, step] of Object.entries(STEPS)) {
    const width = Number(key);
    test(`draws each dot within its bin of scores and in its grade's color, ${width} wide`, () => {
      const count = Math.round(100 / step);
      const expected = scores.map(({ score, letter }) => {
        const bin = Math.min(count - 1, Math.floor(score / step));
        return `${familyOf(letter).toLowerCase()} ${bin}`;
      });
      const dots = dotsOf(pictureOf(scores, width));
      // A dot is in the middle of its bin.
      const drawn = dots.map(({ family, x }) => `${family} ${Math.floor((x / width) * count)}`);
      expect(drawn.toSorted()).toEqual(expected.toSorted());
      for (const { x } of dots) expect(((x / width) * count) % 1).toBeCloseTo(0.5, 1);
    });
  }

  test.each(Object.keys(STEPS).map(Number))(
    "rings the marked places' own dots, at the top of their stacks, %d wide",
    (width) => {
      const letters = Map.groupBy(scores, ({ letter }) => familyOf(letter));
      const marked = [...letters.values()].flatMap((own) => own[Math.floor(own.length / 2)] ?? []);
      const svg = pictureOf(scores, width, marked);
      const rings = [...svg.matchAll(/<circle class="ring" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g)].map((ring) =>
        ring.slice(1).map(Number),
      );
      expect(rings).toHaveLength(marked.length);
      const [size = 0] = [...svg.matchAll(/class="dots[^>]* stroke-width="([\d.]+)"/g)].map(([, value]) =>
        Number(value),
      );
      const dots = dotsOf(svg);
      const ringed = rings.map(([x = 0, y = 0, radius = 0]) => {
        const stack = dots.filter((dot) => dot.x === x);
        const [top] = stack.toSorted((a, b) => a.y - b.y);
        expect(Math.abs((top?.y ?? Number.NaN) - y)).toBeLessThan(0.1);
        expect(radius).toBeGreaterThan(size / 2);
        return top?.family;
      });
      expect(ringed.toSorted()).toEqual(marked.map(({ letter }) => familyOf(letter).toLowerCase()).toSorted());
    },
  );

  test("names a marked place with a minus sign, not a hyphen", () => {
    const own = scores.find(({ letter }) => letter === "C-");
    if (own === undefined) throw new Error("no city has the grade");
    const marked = [{ name: "Lodi", graded: own }];
    const svg = String(Drawing(distributionPanel({ label: "Scores", scores, marked, yardstick: CALIFORNIA })));
    expect(svg).toContain(`>Lodi</tspan> C− ${own.score}`);
  });

  test("stacks the dots of a bin from the bands up, all at the same distance", () => {
    const svg = pictureOf(scores, 1200);
    const ground = Number(/<rect class="band [^>]* y="([\d.]+)"/.exec(svg)?.[1]);
    const [size] = [...svg.matchAll(/class="dots[^>]* stroke-width="([\d.]+)"/g)].map(([, value]) => Number(value));
    const pitch = (size ?? Number.NaN) / 0.92;
    for (const stack of Map.groupBy(dotsOf(svg), ({ x }) => x).values()) {
      const ups = stack.map(({ y }) => ground - y).toSorted((a, b) => a - b);
      for (const [index, up] of ups.entries()) expect(Math.abs(up - 2 - (index + 0.5) * pitch)).toBeLessThan(1);
    }
  });

  test("draws the reference at 50 and each band from its lowest score to the next letter", () => {
    const svg = pictureOf(scores, 1200);
    expect(/class="reference" x1="([\d.]+)" x2="([\d.]+)"/.exec(svg)?.slice(1)).toEqual(["600", "600"]);
    const bands = [...svg.matchAll(/class="band grade-([a-f])" x="([\d.]+)" width="([\d.]+)"/g)];
    for (const { letter, score } of scores) {
      const band = bands.find(([, , x, wide]) => {
        const from = Number(x) / 12;
        return score >= from - 0.01 && score < from + Number(wide) / 12 + 0.1;
      });
      expect(band?.[1]).toBe(familyOf(letter).toLowerCase());
    }
  });
});

test("the ruler draws each score as a dot and next year's range as a bar, in percent of its width", () => {
  for (const graded of scores) {
    const svg = String(Ruler({ graded, range: { low: 12.5, high: 71 } }));
    expect(/<circle class="dot" cx="([\d.]+)%"/.exec(svg)?.[1]).toBe(String(graded.score));
    expect(/<line class="range" x1="([\d.]+)%" x2="([\d.]+)%"/.exec(svg)?.slice(1)).toEqual(["12.5", "71"]);
  }
});
