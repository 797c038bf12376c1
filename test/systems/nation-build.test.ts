import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildDataset, checkDataset } from "../../src/dataset/build-dataset.ts";
import { DATA_DIR } from "../../src/main/paths.ts";
import { refusal } from "../dataset/faults.ts";

const built = await buildDataset({ dataDir: DATA_DIR });

test("the committed files of all editions are those that the tables give, byte for byte", async () => {
  expect(await refusal(() => checkDataset(DATA_DIR, built))).toEqual([]);
});

test("every row of the nation's newest Table 8 has a record or a reason", async () => {
  const { report } = built.nation ?? expect.unreachable("the nation was not built");
  const { rows, unused, places } = report;
  const { all, used } = rows;
  expect(all).toBe(8_987);
  expect((await readFile(join(DATA_DIR, "us/offenses/2024.csv"), "utf8")).trimEnd().split("\n")).toHaveLength(1 + all);
  const counts: Readonly<Record<string, number>> = rows;
  // `all` counts the rows once more.
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(2 * all);
  expect(new Set(unused.map(({ state, agency }) => `${state}|${agency}`)).size).toBe(all - used);
  // A state's own edition has the figures of a few places that Table 8 has not.
  expect(used - places.graded).toBeWithin(-5, 1);
  for (const { agency, reason, detail } of unused) {
    expect([agency, reason === "smaller" || detail.length > 10]).toEqual([agency, true]);
  }
});
