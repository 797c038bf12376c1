import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { STATE_EDITIONS } from "../../src/editions/table.ts";
import { servedFrom } from "../../src/lookup/served.ts";
import { filesOf, loadDownloads } from "../../src/site/downloads/download-files.ts";
import { currentDataset } from "../support/current-geography.ts";
import { bytesOf } from "../support/pieces.ts";
import { placesOf } from "../support/sample-dataset.ts";
import { scratchFolder } from "../support/scratch.ts";
import { releasedNation } from "../support/server.ts";

const SCRIPT = join(import.meta.dir, "../../research/rebuild_downloads.py");
const FILES = ["history.csv", "records.csv", "us-history.csv", "us-records.csv"];

test("every record of both editions is rebuilt from the downloads by the steps of the methodology, and a changed count is noticed", async () => {
  const folder = scratchFolder("rebuild");
  const { data } = await loadDownloads({ editions: servedFrom([placesOf(currentDataset), releasedNation]) });
  for (const { file, write } of filesOf(STATE_EDITIONS).files)
    if (FILES.includes(file)) writeFileSync(join(folder, file), await bytesOf(write(data)));
  const rebuild = () => Bun.spawnSync(["python3", SCRIPT, folder]);
  const rebuilt = rebuild();
  expect([rebuilt.exitCode, rebuilt.stdout.toString()]).toEqual([
    0,
    expect.stringMatching(/^\d,?\d+ records rebuilt, 0 differences\n$/),
  ]);
  const records = join(folder, "us-records.csv");
  const text = await Bun.file(records).text();
  await Bun.write(
    records,
    text.replace(/,(\d+),A,Very Safe,/, (_, score: string) => `,${Number(score) - 1},A,Very Safe,`),
  );
  const changed = rebuild();
  expect([changed.exitCode, changed.stdout.toString()]).toEqual([1, expect.stringContaining(", 1 differences")]);
});
