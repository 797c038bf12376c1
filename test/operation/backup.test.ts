import { expect, test } from "bun:test";
import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { safety } from "../support/command.ts";
import { countedRequests, WIDE_LIMITS } from "../support/counted.ts";
import { issueKey } from "../support/issue-key.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

const folder = scratchFolder("backup");
const environment = { DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}` };
const service = { ...environment, PLAN_LIMITS: WIDE_LIMITS };
const backup = join(folder, "backup.sqlite");
let later: string;
let program = await serveProgram(service);
const key = await issueKey(environment.DATABASE_URL, { plan: "enterprise" });

function ask(withKey: string): Promise<Response> {
  return fetch(`${program.url}/v1/stats`, { headers: { "X-API-Key": withKey } });
}

const used = () => countedRequests(environment);

test("a backup under load fails no request, is complete, and only its owner can read it", async () => {
  const statuses = new Set<number>();
  let running = true;
  const load = (async () => {
    while (running) statuses.add((await ask(key)).status);
  })();
  await until("the service is under load", () => statuses.size > 0);
  const { exitCode, note } = await safety(environment, "backup", backup);
  running = false;
  await load;
  expect([exitCode, note]).toEqual([0, expect.stringContaining("save SECRET")]);
  expect([...statuses]).toEqual([200]);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
});

test("a backup never overwrites a file, and a restore never replaces the store of a running service", async () => {
  const again = await safety(environment, "backup", backup);
  expect([again.exitCode, again.note]).toEqual([1, expect.stringContaining("already exists")]);
  const served = await safety(environment, "restore", backup);
  expect([served.exitCode, served.note]).toEqual([1, expect.stringContaining("stop it first")]);
  expect((await ask(key)).status).toBe(200);
});

test("a restore brings back the state at the time of the backup: its keys and counts, nothing later", async () => {
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
  expect([exitCode, note]).toEqual([0, expect.stringContaining("The previous store is now")]);
  expect(await used()).toBe(countBefore);
  expect((await safety(environment, "restore", backup)).exitCode).toBe(0);
  program = await serveProgram(service);
  expect([(await ask(key)).status, (await ask(later)).status]).toEqual([200, 403]);
});

test("a restored store belongs to the owner of the store that it replaces, or else to the owner of the folder", async () => {
  const place = join(scratchFolder("owner"), "service");
  mkdirSync(place);
  const store = join(place, "store.sqlite");
  // Only root can change the owner of files; the service's user is not root.
  const owner = process.getuid?.() === 0 ? 10_001 : statSync(place).uid;
  const group = process.getuid?.() === 0 ? 10_001 : statSync(place).gid;
  const ownerOf = () => [statSync(store).uid, statSync(store).gid, statSync(store).mode & 0o777];
  chownSync(place, owner, group);
  for (const attempt of ["without a store", "over a store"]) {
    const { exitCode, note } = await safety({ DATABASE_URL: `sqlite:${store}` }, "restore", backup);
    expect([attempt, exitCode, note, ownerOf()]).toEqual([attempt, 0, expect.anything(), [owner, group, 0o600]]);
  }
});

test("a store that a command of root creates belongs to the owner of its folder", async () => {
  const place = scratchFolder("created");
  const owner = process.getuid?.() === 0 ? 10_001 : statSync(place).uid;
  chownSync(place, owner, statSync(place).gid);
  const store = join(place, "store.sqlite");
  await safety({ DATABASE_URL: `sqlite:${store}` }, "key", "create", "--email", "a@example.com", "--type", "test");
  expect(statSync(store).uid).toBe(owner);
});

test("backups named by time are kept up to a number, and no other file is deleted", async () => {
  const into = join(scratchFolder("kept"), "backups");
  const older = ["safety-20250101T000000Z.sqlite", "safety-20260101T000000Z.sqlite"];
  mkdirSync(into);
  for (const name of [...older, "safety-by-hand.sqlite", "notes.txt"]) writeFileSync(join(into, name), "");
  const { exitCode, note } = await safety(environment, "backup", "--into", into, "--keep", "2");
  expect([exitCode, note]).toEqual([0, expect.stringContaining(older[0] ?? "")]);
  const [first, ...others] = readdirSync(into).toSorted();
  expect([first, others]).toEqual([
    "notes.txt",
    [older[1], expect.stringMatching(/^safety-2\d{7}T\d{6}Z\.sqlite$/), "safety-by-hand.sqlite"],
  ]);
});

test("a backup needs either a file or a folder, and keeps at least one", async () => {
  for (const args of ["", "a.sqlite --into b", "a.sqlite --keep 3", "--into b --keep 0"]) {
    const { exitCode } = await safety(environment, "backup", ...args.split(" ").filter(Boolean));
    expect([args, exitCode]).toEqual([args, 2]);
  }
});

test("a damaged file, a file of another kind, and a store of a newer program are refused, and the store stays", async () => {
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
    expect(note).not.toContain("unable to open");
    expect(note).not.toContain("    at ");
  }
  expect(await used()).toBe(before);
});

test("PostgreSQL is refused with the names of its own tools", async () => {
  const { exitCode, note } = await safety({ DATABASE_URL: "postgres://x@127.0.0.1:1/x" }, "backup", join(folder, "x"));
  expect([exitCode, note]).toEqual([1, expect.stringContaining("pg_dump")]);
});
