import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DATASET_FORMAT } from "../../src/domain/dataset-format.ts";
import { readDataset, writeAtomically } from "../../src/figures/file.ts";
import { safety } from "../support/command.ts";
import { logLines } from "../support/log-lines.ts";
import { datasetUpdatedAt } from "../support/sample-dataset.ts";
import { scratchFolder } from "../support/scratch.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

const { records: own, text } = datasetUpdatedAt("2027-01-01T00:00:00Z");

async function isRefused({ metricsUrl }: ServedProgram): Promise<boolean> {
  const text = await (await fetch(metricsUrl)).text();
  return /^safety_snapshot_refused\{.+\} 1$/m.test(text);
}

test("a start with an invalid dataset serves the last good one, logs it, and later loads a valid file", async () => {
  const folder = scratchFolder("snapshot");
  const [path, copy] = [join(folder, "dataset.json"), join(folder, "last-good-snapshot.json")];
  const DATABASE_URL = `sqlite:${join(folder, "store.sqlite")}`;
  await (await serveProgram({ DATABASE_URL })).stop();
  // The program's own dataset needs no copy.
  expect(existsSync(copy)).toBe(false);
  const settings = { SNAPSHOT_PATH: path, DATABASE_URL, METRICS_PORT: "0" };
  await writeAtomically(path, text);
  await (await serveProgram(settings)).stop();
  expect(readDataset(copy).records.version).toBe(own.version);
  writeFileSync(path, "{");
  const program = await serveProgram(settings);
  expect([/\((\w+)\)/.exec(program.greeting)?.[1], await isRefused(program)]).toEqual([own.version, true]);
  const [refusal] = logLines(program.log());
  expect(refusal).toMatchObject({ level: "error", dataset: own.version, reason: expect.stringContaining(path) });
  await writeAtomically(path, text);
  await until("the valid file is loaded", async () => !(await isRefused(program)));
});

test("`safety dataset verify` reports what the service would do with a file", async () => {
  const path = join(scratchFolder("snapshot"), "dataset.json");
  await writeAtomically(path, text);
  const good = await safety({}, "dataset", "verify", path);
  expect([good.exitCode, good.out]).toEqual([0, expect.stringContaining(`(${own.version})`)]);
  writeFileSync(path, '{"format":');
  const broken = await safety({}, "dataset", "verify", path);
  expect([broken.exitCode, broken.out, broken.note]).toEqual([
    1,
    "",
    expect.stringContaining("is truncated or not JSON"),
  ]);
  const folder = dirname(path);
  expect((await safety({}, "dataset", "verify", folder)).note).toContain(`the dataset at ${folder} cannot be read`);
});

test("a file of an older version of the program is refused with its format and the command to run", async () => {
  const path = join(scratchFolder("snapshot"), "dataset.json");
  writeFileSync(path, '{"format":9,"version":"0123456789abcdef"}');
  const old = await safety({}, "dataset", "verify", path);
  expect([old.exitCode, old.out]).toEqual([1, ""]);
  expect(old.note).toContain(
    `has format 9, but this program reads ${DATASET_FORMAT}; create it again with "safety dataset build"`,
  );
});
