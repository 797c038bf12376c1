import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { datasetStatistics } from "../../src/domain/record.ts";
import type { Snapshot } from "../../src/domain/snapshot.ts";
import { SNAPSHOT_FORMAT } from "../../src/domain/snapshot-format.ts";
import { CURRENT_SNAPSHOT } from "../../src/main/paths.ts";
import { canonicalText, readSnapshot, sealSnapshot, writeAtomically, writeSnapshot } from "../../src/places/file.ts";
import { safety } from "../support/command.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

const released = readSnapshot(CURRENT_SNAPSHOT);
const folder = mkdtempSync(join(tmpdir(), "safety-reload-"));
const path = join(folder, "snapshot.json");
const linked = join(folder, "elsewhere", "snapshot.json");
const relinked = join(folder, "elsewhere", "newer.json");
const store = `sqlite:${join(folder, "store.sqlite")}`;
let program: ServedProgram;
let key: string;

beforeAll(async () => {
  await writeSnapshot(linked, released);
  symlinkSync(linked, path);
  const made = await safety(
    { DATABASE_URL: store },
    ...["key", "create", "--email", "alice@example.com", "--type", "live", "--plan", "enterprise"],
  );
  key = made.out.trim();
  program = await serveProgram({ SNAPSHOT_PATH: path, DATABASE_URL: store });
});

afterAll(async () => {
  await program.stop();
  rmSync(folder, { recursive: true });
});

/** The released snapshot with a different time of the last update. */
function updatedAt(lastUpdated: string): Snapshot {
  const { version: _, ...content } = released;
  return sealSnapshot({ ...content, lastUpdated });
}

async function statistics(): Promise<{ status: number; lastUpdated: string }> {
  const response = await fetch(`${program.url}/v1/stats`, { headers: { "X-API-Key": key } });
  const { last_updated: lastUpdated } = datasetStatistics.parse(await response.json());
  return { status: response.status, lastUpdated };
}

/** Sends requests until the answer comes from the snapshot with that time. Every answer until then must be valid. */
async function requestUntil(lastUpdated: string): Promise<void> {
  await until(`an answer from the snapshot of ${lastUpdated}`, async () => {
    const answer = await statistics();
    expect(answer.status).toBe(200);
    return answer.lastUpdated === lastUpdated;
  });
}

test("a change of a file behind a link is loaded", async () => {
  await writeSnapshot(linked, updatedAt("2026-12-01T00:00:00Z"));
  await requestUntil("2026-12-01T00:00:00Z");
});

test("a link to another file is loaded", async () => {
  await writeSnapshot(relinked, updatedAt("2026-12-02T00:00:00Z"));
  symlinkSync(relinked, `${path}.new`);
  renameSync(`${path}.new`, path);
  await requestUntil("2026-12-02T00:00:00Z");
});

test("a new snapshot is loaded when its file changes, without a failed request", async () => {
  await writeSnapshot(path, updatedAt("2027-01-01T00:00:00Z"));
  await requestUntil("2027-01-01T00:00:00Z");
});

test("an invalid snapshot is refused, with the reason in the log, and the old one stays", async () => {
  await writeAtomically(path, '{"format":2,"cities":[]}');
  await until("the file is refused", () => program.log().includes("refused an invalid snapshot"));
  expect(await statistics()).toEqual({ status: 200, lastUpdated: "2027-01-01T00:00:00Z" });
});

test("SIGHUP reads the file again, even if it has not changed", async () => {
  const refusals = () => program.log().split("refused an invalid snapshot").length - 1;
  expect(refusals()).toBe(1);
  program.kill("SIGHUP");
  await until("the file is refused again", () => refusals() === 2);
});

test("a file with a valid hash that is not a snapshot is also refused, with what to do", async () => {
  const content = { format: SNAPSHOT_FORMAT, cities: [{}] };
  const version = createHash("sha256").update(canonicalText(content)).digest("hex").slice(0, 16);
  await writeAtomically(path, canonicalText({ format: SNAPSHOT_FORMAT, version, cities: [{}] }));
  await until("the file is refused", () => program.log().includes("the snapshot cannot be served"));
  expect(program.log()).toContain("safety dataset build");
  expect(await statistics()).toEqual({ status: 200, lastUpdated: "2027-01-01T00:00:00Z" });
});
