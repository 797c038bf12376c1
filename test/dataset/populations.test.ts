import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkPopulations } from "../../src/dataset/united-states/populations.ts";

const PLACE = {
  geoid: "4805000",
  residents: 20_000,
  estimates: new Map([2020, 2021, 2022, 2023, 2024].map((year) => [year, 20_000])),
};
const TOWN = { geoid: "3611944842", residents: 20_000, estimates: new Map<number, number>() };

function rows(residents: Readonly<Record<number, number>>): ReadonlyMap<number, number> {
  return new Map(Object.entries(residents).map(([year, own]) => [Number(year), own]));
}

test("a year since 2020 with residents over 15% off the Census's is closed, and the sentence has both numbers", () => {
  const { unclear, serves } = checkPopulations(
    rows({ 2020: 20_100, 2022: 9_000, 2023: 20_300, 2024: 20_400 }),
    PLACE,
    false,
  );
  expect([...unclear]).toEqual([[2022, "The FBI's table has 9,000 residents in 2022, the Census Bureau 20,000"]]);
  expect(serves).toBeNull();
});

test("an excess in the newest three rows is a wider area; a shortage is a part of a town, and closes a city's years", () => {
  const more = rows({ 2020: 20_000, 2022: 30_000, 2023: 30_000, 2024: 30_000 });
  const less = rows({ 2022: 12_000, 2023: 12_000, 2024: 12_000 });
  expect(checkPopulations(more, PLACE, false)).toMatchObject({ unclear: new Map(), serves: { isPart: false } });
  expect(checkPopulations(less, TOWN, false)).toMatchObject({ unclear: new Map(), serves: { isPart: true } });
  expect([...checkPopulations(less, PLACE, false).unclear.keys()]).toEqual([2022, 2023, 2024]);
});

test("before 2020, of two rows that differ by over a factor of 1.6, the one further from the others is closed", () => {
  const found = checkPopulations(
    rows({ 2012: 11_000, 2013: 11_100, 2014: 2_800, 2015: 11_300, 2016: 11_400 }),
    null,
    false,
  );
  expect([...found.unclear]).toEqual([[2014, "The FBI's table has 2,800 residents in 2014, and 11,100 in 2013"]]);
});

test("a place whose residents change by less than half from row to row has no closed year", () => {
  const growth = fc.array(fc.double({ min: 0.7, max: 1.5, noNaN: true }), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(fc.integer({ min: 2_500, max: 500_000 }), growth, (first, factors) => {
      let own = first;
      const grown = factors.map((factor, index): [number, number] => {
        own = Math.round(own * factor);
        return [2013 + index, own];
      });
      expect([...checkPopulations(new Map([[2012, first], ...grown]), null, false).unclear]).toEqual([]);
    }),
  );
});

test("a department that is known to serve more is not compared with the Census", () => {
  expect(checkPopulations(rows({ 2022: 40_000, 2023: 40_000, 2024: 40_000 }), PLACE, true)).toEqual({
    unclear: new Map(),
    serves: null,
  });
});
