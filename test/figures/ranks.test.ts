import { describe, expect, test } from "bun:test";
import { SIZE_CLASSES, sizeClassOf } from "../../src/domain/size-class.ts";
import type { NationEntry } from "../../src/figures/entries.ts";
import { releasedNation } from "../support/server.ts";

const { entries, rankOf, peersOf } = releasedNation;
const some = entries.filter((_, index) => index % 97 === 0);

/** By the records, each of which is made once here. */
const records = new Map(entries.map((entry) => [entry, entry.record]));
const recordOf = (entry: NationEntry) => records.get(entry) ?? entry.record;
const residentsOf = (entry: NationEntry) => recordOf(entry).population;

/** Counted place by place, as a reader of the downloads would. */
function countedRank(entry: NationEntry, among: readonly NationEntry[]) {
  const size = sizeClassOf(residentsOf(entry));
  const same = among.filter((other) => sizeClassOf(residentsOf(other)) === size);
  const higher = same.filter((other) => recordOf(other).safety_score > recordOf(entry).safety_score);
  return { rank: higher.length + 1, of: same.length };
}

describe("a rank", () => {
  test("is one more than the number of places of its size with a higher score, in the nation and in the state", () => {
    for (const entry of some) {
      const rank = rankOf(entry);
      if (residentsOf(entry) < 10_000) {
        expect(rank).toBeNull();
        continue;
      }
      const inState = entries.filter(({ state }) => state === entry.state);
      expect(rank).toEqual({
        residents: expect.objectContaining(sizeClassOf(residentsOf(entry)) ?? {}),
        nation: countedRank(entry, entries),
        state: countedRank(entry, inState),
      });
    }
  });

  test("is that of a class that holds the residents, and classes follow each other without a gap", () => {
    for (const [index, { min, max }] of SIZE_CLASSES.entries()) {
      expect(sizeClassOf(min)).toMatchObject({ min });
      if (max !== null) expect(SIZE_CLASSES[index + 1]?.min).toBe(max + 1);
    }
    expect(SIZE_CLASSES.at(-1)?.max).toBeNull();
    expect(sizeClassOf((SIZE_CLASSES[0]?.min ?? 0) - 1)).toBeUndefined();
  });
});

describe("peers", () => {
  test("are the nearest in size on each side, five unless the list ends, the largest first", () => {
    for (const entry of [...some, ...entries.filter(({ state }) => state === "RI")]) {
      const inState = entries.filter(({ state }) => state === entry.state);
      for (const [among, { larger, smaller }] of [
        [inState, peersOf(entry).state],
        [entries, peersOf(entry).nation],
      ] as const) {
        const whole = [...larger, entry, ...smaller].map(residentsOf);
        expect(whole).toEqual(whole.toSorted((a, b) => b - a));
        const own = new Set([...larger, entry, ...smaller]);
        const [most = 0, least = 0] = [whole[0], whole.at(-1)];
        const between = among.filter((other) => residentsOf(other) < most && residentsOf(other) > least);
        for (const other of between) expect(own.has(other)).toBe(true);
        const above = among.filter((other) => residentsOf(other) > residentsOf(entry)).length;
        expect(larger.length).toBeGreaterThanOrEqual(Math.min(5, above));
        expect(own.size).toBe(larger.length + smaller.length + 1);
        expect(own.size).toBeGreaterThanOrEqual(Math.min(6, among.length));
      }
    }
  });
});
