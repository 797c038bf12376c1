import { expect, test } from "bun:test";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATASET_FORMAT } from "../../src/domain/dataset-format.ts";
import { DATASETS } from "../../src/main/paths.ts";
import { readDataset, writeAtomically } from "../../src/places/file.ts";
import { safety } from "../support/command.ts";
import { logLines } from "../support/log-lines.ts";
import { datasetUpdatedAt } from "../support/sample-dataset.ts";
import { scratchFolder } from "../support/scratch.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

const released = readDataset(DATASETS.california.own).records;
const { records: own, text } = datasetUpdatedAt("2027-01-01T00:00:00Z");

/** A program with its own dataset, and a store that is kept. */
function places() {
  const folder = scratchFolder("snapshot");
  const path = join(folder, "dataset.json");
  const settings = { SNAPSHOT_PATH: path, DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}`, METRICS_PORT: "0" };
  return { path, copy: join(folder, "last-good-snapshot.json"), settings };
}

function versionOf({ greeting }: ServedProgram): string | undefined {
  return /\((\w+)\)/.exec(greeting)?.[1];
}

async function isRefused({ metricsUrl }: ServedProgram): Promise<boolean> {
  const text = await (await fetch(metricsUrl)).text();
  return /^safety_snapshot_refused 1$/m.test(text);
}

test("a start with an invalid or missing dataset serves the last good one, logs it, and later loads a valid file", async () => {
  const { path, copy, settings } = places();
  await writeAtomically(path, text);
  await (await serveProgram(settings)).stop();
  expect(readDataset(copy).records.version).toBe(own.version);

  for (const breakIt of [() => writeFileSync(path, "{"), () => rmSync(path)]) {
    breakIt();
    const program = await serveProgram(settings);
    expect([versionOf(program), await isRefused(program)]).toEqual([own.version, true]);
    const [refusal] = logLines(program.log());
    expect(refusal).toMatchObject({ level: "error", dataset: own.version, reason: expect.stringContaining(path) });
    await writeAtomically(path, text);
    await until("the valid file is loaded", async () => !(await isRefused(program)));
    await program.stop();
  }
});

test("without a valid copy the program's own dataset is used, even if there is an invalid copy", async () => {
  const { path, copy, settings } = places();
  writeFileSync(path, "{");
  for (const hasCopy of [false, true]) {
    if (hasCopy) writeFileSync(copy, "{");
    const program = await serveProgram(settings);
    expect(versionOf(program)).toBe(released.version);
    await program.stop();
  }
});

test("a folder that is missing at startup does not prevent the start, and the program's own dataset is not copied", async () => {
  const { path, copy, settings } = places();
  const program = await serveProgram({ ...settings, SNAPSHOT_PATH: join(path, "none", "dataset.json") });
  expect(versionOf(program)).toBe(released.version);
  await program.stop();
  const ordinary = await serveProgram({ DATABASE_URL: settings.DATABASE_URL });
  await ordinary.stop();
  expect(existsSync(copy)).toBe(false);
});

test("`safety dataset verify` reports what the service would do with a file", async () => {
  const { path } = places();
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
});

test("a file of an older version of the program is refused with its format and the command to run", async () => {
  const { path } = places();
  writeFileSync(path, '{"format":9,"version":"0123456789abcdef"}');
  const old = await safety({}, "dataset", "verify", path);
  expect([old.exitCode, old.out]).toEqual([1, ""]);
  expect(old.note).toContain(
    `has format 9, but this program reads ${DATASET_FORMAT}; create it again with "safety dataset build"`,
  );
});
