import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { canonicalText } from "../../src/base/sealed-file.ts";
import { DATASET_FORMAT } from "../../src/domain/dataset-format.ts";
import { datasetStatistics } from "../../src/domain/record.ts";
import { writeAtomically } from "../../src/figures/file.ts";
import { safety } from "../support/command.ts";
import { loweredBy, loweredForPages } from "../support/priority.ts";
import { datasetUpdatedAt } from "../support/sample-dataset.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

const folder = scratchFolder("reload");
const path = join(folder, "dataset.json");
const linked = join(folder, "elsewhere", "dataset.json");
const relinked = join(folder, "elsewhere", "newer.json");
const store = `sqlite:${join(folder, "store.sqlite")}`;

await writeAtomically(linked, updatedAt("2026-11-30T00:00:00Z"));
symlinkSync(linked, path);
const made = await safety(
  { DATABASE_URL: store },
  ...["key", "create", "--email", "alice@example.com", "--type", "live", "--plan", "enterprise"],
);
const key = made.out.trim();
const program = await serveProgram({ SNAPSHOT_PATH: path, DATABASE_URL: store });

function updatedAt(lastUpdated: string): string {
  return datasetUpdatedAt(lastUpdated).text;
}

async function statistics(): Promise<{ status: number; lastUpdated: string }> {
  const response = await fetch(`${program.url}/v1/stats`, { headers: { "X-API-Key": key } });
  const { last_updated: lastUpdated } = datasetStatistics.parse(await response.json());
  return { status: response.status, lastUpdated };
}

/** Sends requests until the answer comes from the dataset with that time. Every answer until then must be valid. */
async function requestUntil(lastUpdated: string): Promise<void> {
  await until(`an answer from the dataset of ${lastUpdated}`, async () => {
    const answer = await statistics();
    expect(answer.status).toBe(200);
    return answer.lastUpdated === lastUpdated;
  });
}

test("a change of a file behind a link is loaded", async () => {
  await writeAtomically(linked, updatedAt("2026-12-01T00:00:00Z"));
  await requestUntil("2026-12-01T00:00:00Z");
});

test("pages show a new dataset from the next one on, also in a flood", async () => {
  const page = async (path: string) => (await fetch(program.url + path)).text();
  expect(await page("/feed.xml")).not.toContain("2026-12-05T00:00:00Z");
  const flood = Array.from({ length: 50 }, (_, zip) => fetch(`${program.url}/explore/zip/${90_001 + zip}`));
  await writeAtomically(linked, updatedAt("2026-12-05T00:00:00Z"));
  await requestUntil("2026-12-05T00:00:00Z");
  expect(await page("/feed.xml")).toContain("2026-12-05T00:00:00Z");
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
});

test("the thread of the pages has a lower priority than look-ups", () => {
  expect(loweredBy(program.pid)).toBe(loweredForPages(program.pid));
});

test("a link to another file is loaded, without a failed request", async () => {
  await writeAtomically(relinked, updatedAt("2026-12-02T00:00:00Z"));
  symlinkSync(relinked, `${path}.new`);
  renameSync(`${path}.new`, path);
  await requestUntil("2026-12-02T00:00:00Z");
});

test("an invalid dataset is refused, with the reason in the log, and the old one stays", async () => {
  await writeAtomically(path, '{"format":2,"cities":[]}');
  await until("the file is refused", () => program.log().includes("refused an invalid dataset"));
  expect(await statistics()).toEqual({ status: 200, lastUpdated: "2026-12-02T00:00:00Z" });
});

test("SIGHUP reads the file again, even if it has not changed", async () => {
  const refusals = () => program.log().split("refused an invalid dataset").length - 1;
  expect(refusals()).toBe(1);
  program.kill("SIGHUP");
  await until("the file is refused again", () => refusals() === 2);
});

test("a file with a valid hash that is not a dataset is also refused, with what to do", async () => {
  const content = { cities: [{}], placeSources: [] };
  const version = createHash("sha256")
    .update(canonicalText({ format: DATASET_FORMAT, ...content }))
    .digest("hex")
    .slice(0, 16);
  await writeAtomically(path, canonicalText({ format: DATASET_FORMAT, version, ...content }));
  await until("the file is refused", () => program.log().includes("the dataset cannot be served"));
  expect(program.log()).toContain("safety dataset build");
  expect(await statistics()).toEqual({ status: 200, lastUpdated: "2026-12-02T00:00:00Z" });
});
