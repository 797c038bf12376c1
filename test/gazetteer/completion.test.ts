import { expect, test } from "bun:test";
import fc from "fast-check";
import { completionOf, inOrder } from "../../src/gazetteer/completion.ts";
import { COSTS, MOST_COST } from "../../src/gazetteer/search-forms.ts";

const place = { isMunicipality: true, isListed: true } as const;

test("a whole name is above places of like size, not above a city ten times as large", () => {
  const weight = (cost: number, residents: number) => completionOf({ ...place, cost, residents }).weight;
  expect(weight(COSTS.exact, 30_000)).toBeGreaterThan(weight(COSTS.beginning, 40_000));
  expect(weight(COSTS.exact, 30_000)).toBeLessThan(weight(COSTS.beginning, 300_000));
});

test("a township of the whole name is below a city that is a few times as large", () => {
  const township = completionOf({ cost: COSTS.exact, residents: 29_000, isMunicipality: false, isListed: true });
  const city = completionOf({ ...place, cost: COSTS.beginning, residents: 170_000 });
  expect(township.weight).toBeLessThan(city.weight);
});

const found = fc
  .record({
    cost: fc.oneof(fc.nat({ max: COSTS.beginning }), fc.nat({ max: MOST_COST })),
    residents: fc.nat({ max: 9_000_000 }),
    isMunicipality: fc.boolean(),
    isListed: fc.boolean(),
    isHere: fc.boolean(),
  })
  .map(({ isHere, ...matched }) => ({ isHere, ...completionOf(matched) }));

test("the page's state is first with four at most, then better tiers, then larger places; poor matches stand alone", () => {
  fc.assert(
    fc.property(fc.array(found, { maxLength: 60, size: "max" }), (all) => {
      const ordered = inOrder(all);
      expect(new Set(ordered).size).toBe(ordered.length);
      for (const one of ordered) expect(all).toContain(one);
      const here = all.filter(({ isHere, isListed, tier }) => isHere && isListed && tier === "named");
      const first = Math.min(here.length, 4);
      for (const one of ordered.slice(0, first)) expect(here).toContain(one);
      const tiers = ordered.slice(first).map(({ tier }) => ["named", "inside", "around", "misspelled"].indexOf(tier));
      expect(tiers).toEqual(tiers.toSorted((a, b) => a - b));
      const named = ordered.slice(first).filter(({ tier }) => tier === "named");
      expect(named.map(({ weight }) => weight)).toEqual(named.map(({ weight }) => weight).toSorted((a, b) => b - a));
      if (all.some(({ tier }) => tier === "named"))
        expect(ordered.some(({ tier }) => tier === "around" || tier === "misspelled")).toBe(false);
      if (all.length > 0) expect(ordered.length).toBeGreaterThan(0);
    }),
  );
});
