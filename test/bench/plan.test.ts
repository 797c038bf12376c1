import { expect, test } from "bun:test";
import { CASES, compare } from "../../bench/comparison.ts";
import { PARTS, type Part, readOptions } from "../../bench/options.ts";
import { measureStages, stagesOf } from "../../bench/plan.ts";
import type { Results } from "../../bench/results.ts";

const EMPTY: Results = {
  measuredAt: "2026-01-01T00:00:00.000Z",
  commit: "0123456789abcdef",
  machine: {
    ...{ processor: "", cores: 2, memoryGib: 8, kernel: "6", bun: "1", node: "20" },
    ...{ postgres: "1", nginx: "1", wrk: "4", peers: {} },
  },
  ...{ rounds: 1, seconds: 1, quick: false, measured: [], failed: [] },
};

/** Measures every stage, where those of the given parts fail. Records what was saved after each. */
async function measured(before: Results, failing: readonly Part[]) {
  const tried: Part[] = [];
  const saved: Results[] = [];
  const results = await measureStages(stagesOf(new Set(PARTS)), {
    before,
    measure: async (part) => {
      tried.push(part);
      if (failing.includes(part)) throw new Error("out of order");
      return part === "runs" ? { run: {} } : {};
    },
    onStage: (found) => saved.push(found),
  });
  return { tried, saved, results };
}

test("every stage is saved, and a failed one does not affect the others", async () => {
  const { saved, results } = await measured(EMPTY, ["keys"]);
  expect(saved.map((found) => found.measured.length + found.failed.length)).toEqual(saved.map((_, index) => index + 1));
  expect(results.failed).toEqual(["keys"]);
  expect(results.measured).toHaveLength(PARTS.length + 1);
  expect(results.runs).toHaveLength(3);
});

test("a resumed run measures what failed, and nothing else", async () => {
  const { results: before } = await measured({ ...EMPTY, failed: ["fastify"] }, ["keys", "soak"]);
  const { tried, results } = await measured(before, []);
  expect(tried).toEqual(["soak", "keys"]);
  expect(results.failed).toEqual(["fastify"]);
});

test("a case that fails is left out of the rounds that follow", async () => {
  const started: string[] = [];
  const { rounds, failed } = await compare({
    cases: CASES.slice(0, 2),
    rounds: 3,
    seconds: 1,
    start: async (name) => {
      started.push(name);
      throw new Error("does not start");
    },
    filesOf: () => ({
      requestsPath: "",
      expect: "",
      status: 200,
      first: { method: "GET", path: "/", key: "", body: "" },
    }),
    beforeCase: async () => {},
    onMeasured: () => {},
  });
  expect([rounds, failed, started]).toEqual([{}, ["node", "bun"], ["node", "bun"]]);
});

test("a quick trial is never published", () => {
  expect(readOptions(["--quick"])).toMatchObject({ quick: true, rounds: 1, seconds: 1 });
  expect(readOptions(["--quick", "--publish"])).toHaveProperty("usage");
});
