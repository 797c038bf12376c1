import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { safety } from "../support/command.ts";
import { countedRequests } from "../support/counted.ts";
import { issueKey } from "../support/issue-key.ts";
import { scratchFolder } from "../support/scratch.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";

// Commands are processes of their own, and the machine may be busy.
setDefaultTimeout(60_000);

const folder = scratchFolder("backup");
const environment = { DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}` };
const backup = join(folder, "backup.sqlite");
let program: ServedProgram;
let key: string;
let later: string;

beforeAll(async () => {
  program = await serveProgram(environment);
  key = await issueKey(environment.DATABASE_URL, { plan: "pro" });
});
afterAll(() => program.stop());

function ask(withKey: string): Promise<Response> {
  return fetch(`${program.url}/v1/stats`, { headers: { "X-API-Key": withKey } });
}

const used = () => countedRequests(environment);

test("a backup is made under load without a failed request, whole and for its owner alone", async () => {
  let running = true;
  const load = (async () => {
    const statuses = new Set<number>();
    for (let sent = 0; running && sent < 300; sent++) statuses.add((await ask(key)).status);
    return statuses;
  })();
  await Bun.sleep(50);
  const { exitCode, note } = await safety(environment, "backup", backup);
  running = false;
  expect([exitCode, note]).toEqual([0, expect.stringContaining("Keep SECRET too")]);
  expect([...(await load)]).toEqual([200]);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
});

test("a backup never writes over a file, and a restore never under a running service", async () => {
  const again = await safety(environment, "backup", backup);
  expect([again.exitCode, again.note]).toEqual([1, expect.stringContaining("is there already")]);
  const served = await safety(environment, "restore", backup);
  expect([served.exitCode, served.note]).toEqual([1, expect.stringContaining("stop it first")]);
  expect((await ask(key)).status).toBe(200);
});

test("a restore brings back the moment of the backup: its keys, its counts, nothing later", async () => {
  later = await issueKey(environment.DATABASE_URL, { email: "bob@example.com" });
  const moment = scratchFolder("moment");
  const copy = join(moment, "copy.sqlite");
  const countBefore = await used();
  await safety(environment, "backup", copy);
  await ask(key);
  await ask(key);
  expect(await used()).toBe(countBefore + 2);
  program.kill("SIGTERM");
  await program.exited;

  const { exitCode, note } = await safety(environment, "restore", copy);
  expect([exitCode, note]).toEqual([0, expect.stringContaining("The store that was there is")]);
  expect(await used()).toBe(countBefore);
  expect((await safety(environment, "restore", backup)).exitCode).toBe(0);
  program = await serveProgram(environment);
  expect([(await ask(key)).status, (await ask(later)).status]).toEqual([200, 403]);
});

test("a damaged file, a file of another kind and a store of a newer program are refused, and the store stays", async () => {
  program.kill("SIGTERM");
  await program.exited;
  const before = await used();
  const noise = join(folder, "noise.sqlite");
  writeFileSync(noise, "this is no database ".repeat(500));
  const { Database } = await import("bun:sqlite");
  const other = new Database(join(folder, "other.sqlite"));
  other.run("CREATE TABLE songs (title TEXT)");
  other.close();
  await safety(environment, "backup", join(folder, "newer.sqlite"));
  const newer = new Database(join(folder, "newer.sqlite"));
  newer.run("INSERT INTO schema_versions (version, applied_at) VALUES (999, 0)");
  newer.close();
  for (const file of [noise, join(folder, "other.sqlite"), join(folder, "newer.sqlite"), join(folder, "none.sqlite")]) {
    const { exitCode, note } = await safety(environment, "restore", file);
    expect([exitCode, note]).toEqual([1, expect.stringContaining("cannot be restored")]);
    expect(note).not.toContain("    at ");
  }
  expect(await used()).toBe(before);
});

test("PostgreSQL is left to its own tools, which the refusal names", async () => {
  const { exitCode, note } = await safety({ DATABASE_URL: "postgres://x@127.0.0.1:1/x" }, "backup", join(folder, "x"));
  expect([exitCode, note]).toEqual([1, expect.stringContaining("pg_dump")]);
});
