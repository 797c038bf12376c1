import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { familyOf } from "../../../src/domain/grade.ts";
import { Drawing } from "../../../src/site/charts/drawing.tsx";
import { textWidth } from "../../../src/site/charts/labels.ts";
import { comparisonChart } from "../../../src/site/compare/compare-chart.tsx";
import { rangePanel } from "../../../src/site/compare/range-panel.tsx";
import { URLS } from "../../../src/site/ui/urls.ts";
import { compareSlug, placeNameOf } from "../../../src/site/view/addresses.ts";
import { nationView } from "../../../src/site/view/nation-views.ts";
import { stateView } from "../../../src/site/view/views.ts";
import { releasedNation, releasedPlaces } from "../../support/server.ts";

const { records } = releasedPlaces;
const { cities, counties } = records;
/** Of different scores, one of an older year, and a county. */
const older = cities.filter(({ record }) => record.data_year < records.dataYear).slice(0, 1);
const COMPARED = [
  ...cities.filter(({ record }) => ["Oakland", "Irvine", "Colma"].includes(record.city)),
  ...older,
  ...counties.slice(0, 1),
];
const SHOWN = COMPARED.map((place) => stateView(place, records));

test("names each source of its places once, in the picture and in each row of the file", () => {
  const places = [
    ["TX", "Austin"],
    ["CA", "Irvine"],
    ["NC", "Winston-Salem"],
  ].flatMap(([state, city]) =>
    releasedNation.entries.filter(({ record }) => record.state === state && record.city === city),
  );
  const chart = comparisonChart(
    places.map((place) => nationView(place, releasedNation.nation)),
    URLS.nationCompare,
  );
  expect(chart?.source).toBe(
    "FBI, Crime in the United States, Table 8, 2024; California Department of Justice, OpenJustice, 2024; yardstick: FBI, national estimate",
  );
  const rows: readonly Record<"name" | "source", string>[] = parse(chart?.csv() ?? "", { columns: true, bom: true });
  expect(Object.fromEntries(rows.map(({ name, source }) => [name, source.split(/[,;]/)[0]]))).toEqual({
    Austin: "FBI",
    Irvine: "California Department of Justice",
    "Winston-Salem": "FBI",
  });
});

describe("the picture that compares", () => {
  const [ranges] = comparisonChart(SHOWN, URLS.compare)?.panels ?? [];
  if (!ranges) throw new Error("the ranges are missing");
  const pictures = String(Drawing(ranges)).split("<svg").slice(1);

  test("removes a place in its row on a page, not in a file", () => {
    const [onPage] = comparisonChart(SHOWN, URLS.compare, (slug) => `/without/${slug}`)?.panels ?? [];
    for (const svg of onPage ? String(Drawing(onPage)).split("<svg").slice(1) : [])
      for (const [at, { record }] of COMPARED.entries()) {
        const row = svg.split('<g class="grade-')[at + 1];
        expect(row).toContain(
          `<a href="/without/${compareSlug(records.edition, record)}" class="screen" aria-label="Remove ${placeNameOf(record)}">`,
        );
      }
    expect(pictures.join("")).not.toContain("Remove");
  });

  test("is drawn for a computer, a tablet, and a phone", () => expect(pictures).toHaveLength(3));

  for (const svg of pictures)
    test(`has each place's score and its own next range at their values, in the color of its grade, on ${/viewBox="0 0 (\d+)/.exec(svg)?.[1]} units`, () => {
      const scale =
        /class="reference"[^>]* x1="([\d.]+)"/.exec(svg)?.[1] ?? /class="reference" x1="([\d.]+)"/.exec(svg)?.[1];
      const bands = [...svg.matchAll(/class="band grade-[a-f]" x="([\d.]+)" width="([\d.]+)"/g)];
      const ends = bands.flatMap(([, x, width]) => [Number(x), Number(x) + Number(width)]);
      const [left, right] = [Math.min(...ends), Math.max(...ends)];
      const valueAt = (x: string | undefined) => (100 * (Number(x) - left)) / (right - left);
      expect(valueAt(scale)).toBeCloseTo(50, 0);
      const rows = svg.split('<g class="grade-').slice(1);
      expect(rows).toHaveLength(COMPARED.length);
      for (const [at, place] of COMPARED.entries()) {
        const row = rows[at] ?? "";
        const { record, intervals } = place;
        const { low, high } = intervals.nextYear;
        expect(row.slice(0, 1)).toBe(familyOf(record.grade).toLowerCase());
        expect(row).toContain(placeNameOf(record));
        const [, x1, x2] = /class="pill" x1="([\d.]+)" x2="([\d.]+)"/.exec(row) ?? [];
        const [, dot] = /<circle class="(?:dot|inner-dot)" cx="([\d.]+)"/.exec(row) ?? [];
        expect(Math.abs(valueAt(x1) - low)).toBeLessThan(0.1);
        expect(Math.abs(valueAt(x2) - high)).toBeLessThan(0.2);
        expect(Math.abs(valueAt(dot) - record.safety_score)).toBeLessThan(0.1);
        expect(row).toContain(`in ${record.data_year + 1}`);
      }
    });

  test("on a phone, no name of any place reaches its range", () => {
    for (const entry of releasedNation.entries.filter(({ record }) => record.city.length > 16)) {
      const view = nationView(entry, releasedNation.nation);
      const panel = rangePanel([{ ...view, name: view.fullName }]);
      const names = [
        ...String(panel.draw(358)).matchAll(/class="end-place end-name( row-name)?" x="80"[^>]*>([^<]*)</g),
      ];
      expect(names.length).toBeGreaterThan(0);
      for (const [, isLarge, name = ""] of names) {
        const width = textWidth(name.replaceAll(/&#?\w+;/g, "'"), "bold") * (isLarge ? 17 / 14 : 1);
        expect([name, 80 + width < 358 - textWidth("94 to 96", "bold")]).toEqual([name, true]);
      }
    }
  });

  test("shades exactly what the ranges share of places that cannot be told apart", () => {
    const pair = ["Irvine", "Thousand Oaks"].flatMap((name) => cities.filter(({ record }) => record.city === name));
    const ranges = pair.map(({ intervals }) => intervals.nextYear);
    const [low, high] = [Math.max(...ranges.map((one) => one.low)), Math.min(...ranges.map((one) => one.high))];
    const chart = comparisonChart(
      pair.map((place) => stateView(place, records)),
      URLS.compare,
    );
    for (const svg of String(Drawing(chart?.panels[0] ?? expect.unreachable()))
      .split("<svg")
      .slice(1)) {
      const edges = (name: string) =>
        [...svg.matchAll(new RegExp(`class="${name}" x="([\\d.]+)" width="([\\d.]+)"`, "g"))].map(([, x, width]) => [
          Number(x),
          Number(x) + Number(width),
        ]);
      const bands = edges("band grade-[a-f]").flat();
      const [left, right] = [Math.min(...bands), Math.max(...bands)];
      const shaded = edges("gap").map((one) => one.map((x) => Math.round((100 * (x - left)) / (right - left))));
      expect(shaded).toEqual([
        [low, high],
        [low, high],
      ]);
    }
  });
});
