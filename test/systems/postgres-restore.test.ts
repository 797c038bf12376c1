import { afterAll, expect, test } from "bun:test";
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate, READ_VERSION } from "../../src/store/migrate.ts";
import { NEWEST_VERSION } from "../../src/store/migrations.ts";
import { POSTGRES_MIGRATIONS } from "../../src/store/postgres/migrations.ts";
import { PROGRAM, SECRET, safety } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { issueKey } from "../support/issue-key.ts";
import { chownTree, query, SERVER_USER, serverFolder } from "../support/postgres.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

/** Debian's PostgreSQL, whose tools the page uses: they refuse a server that is newer than they are. */
const BIN = "/usr/lib/postgresql/15/bin";
const PAGE = readFileSync(join(import.meta.dir, "../../docs/operations.md"), "utf8");
/** Of program 1.0.0. */
const OLD_VERSION = 8;
const email = "alice@example.com";

/** The shell blocks of the section about PostgreSQL: back up, restore. */
const section = PAGE.slice(PAGE.indexOf("### PostgreSQL"), PAGE.indexOf("## Support"));
const [backUp = "", restore = ""] = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
/** The page takes the tables back to those of the release before, this test to older ones. */
const takeBack = [...(/^safety .* (store migrate --to) \d+$/m.exec(PAGE)?.[1]?.split(" ") ?? []), String(OLD_VERSION)];

const machine = scratchFolder("postgres-machine");

function startCluster(data: string, onPort: number, settings: readonly string[] = []) {
  const all = ["fsync=off", "unix_socket_directories=", ...settings];
  const options = ["-D", data, "-p", String(onPort), ...all.flatMap((one) => ["-c", one])];
  const child = Bun.spawn([`${BIN}/postgres`, ...options], { ...SERVER_USER, stdio: ["ignore", "ignore", "ignore"] });
  return async () => {
    child.kill("SIGINT");
    await child.exited;
  };
}

function asServer(...command: readonly string[]): void {
  const { exitCode, stderr } = Bun.spawnSync([...command], { ...SERVER_USER, cwd: "/" });
  if (exitCode !== 0) throw new Error(stderr.toString());
}

function sql(statement: string, database = url): Promise<readonly Record<string, unknown>[]> {
  return query(database, statement);
}

const answers = (onPort: number) => () =>
  sql("SELECT 1", `postgres://postgres@127.0.0.1:${onPort}/postgres`).then(
    () => true,
    () => false,
  );

const folder = serverFolder("postgres-15");
asServer(`${BIN}/initdb`, "-D", join(folder, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8");
const archive = join(folder, "archive");
mkdirSync(archive);
if (SERVER_USER.uid !== undefined) chownSync(archive, SERVER_USER.uid, SERVER_USER.gid);
const port = await freePort();
const archiving = ["archive_mode=on", `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`];
const stop = startCluster(join(folder, "data"), port, archiving);
await until("PostgreSQL answers", answers(port));
await sql("CREATE DATABASE safety", `postgres://postgres@127.0.0.1:${port}/postgres`);
const url = `postgres://postgres@127.0.0.1:${port}/safety?prepared_statements=true&sslmode=disable`;
const bin = join(machine, "usr/local/bin");
for (const path of ["etc/safety", "usr/local/bin", "backup"]) mkdirSync(join(machine, path), { recursive: true });
writeFileSync(join(bin, "safety"), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, { mode: 0o755 });
writeFileSync(join(machine, "etc/safety/safety.env"), `DATABASE_URL=${url}\n`);
await createOldStore();
afterAll(() => stop());

/** A store with tables of the previous program, an account, and counts. */
async function createOldStore(): Promise<void> {
  const run = async (statement: string) => void (await sql(statement));
  await migrate({ run, version: async () => 0 }, POSTGRES_MIGRATIONS.slice(0, 1), 0);
  await run(`INSERT INTO accounts (email, plan, created_at) VALUES ('${email}', 'free', 0)`);
  await run(`INSERT INTO counters (policy, subject, window_start, used)
    SELECT 'month', 1, extract(epoch FROM date_trunc('month', now() AT TIME ZONE 'UTC')) * 1000, 7`);
}

/** Runs a block of the page on the machine in the folder. */
function asPrinted(block: string) {
  const moved = block.replace(/(?<=[\s=])\/(?:etc|backup)\b/g, (place) => machine + place);
  const { exitCode, stderr } = Bun.spawnSync(["sh", "-ec", moved], {
    env: { PATH: `${machine}/usr/local/bin:${BIN}:${process.env["PATH"]}` },
  });
  return { exitCode, note: stderr.toString() };
}

/** All counted requests. */
const usedIn = async (database: string) =>
  Number((await sql("SELECT coalesce(sum(used), 0) AS used FROM counters", database))[0]?.["used"]);
const versionOf = async (database = url) => (await sql(READ_VERSION, database))[0]?.["version"];

/** Serves one request from the store, and returns the month's count. */
async function serveOnce(database: string): Promise<number> {
  const environment = { DATABASE_URL: database, SECRET };
  const key = await issueKey(database, { email });
  const program = await serveProgram(environment);
  expect((await fetch(`${program.url}/v1/stats`, { headers: { "X-API-Key": key } })).status).toBe(200);
  await program.stop();
  return await usedIn(database);
}

test("the daily backup is one that pg_restore reads, and the newest 14 are kept", () => {
  const folder = scratchFolder("postgres-backups");
  for (let day = 10; day < 30; day++) writeFileSync(join(folder, `safety-202601${day}T000000Z.dump`), "");
  const script = join(import.meta.dir, "../../deploy/safety-postgres-backup");
  const env = { PATH: `${bin}:${BIN}:${process.env["PATH"]}`, DATABASE_URL: url };
  const { exitCode, stderr } = Bun.spawnSync([script, folder], { env });
  expect([exitCode, stderr.toString()]).toEqual([0, ""]);
  const kept = readdirSync(folder).toSorted();
  expect(kept.length).toBe(14);
  expect(kept[0]).toBe("safety-20260117T000000Z.dump");
  const listed = Bun.spawnSync([`${BIN}/pg_restore`, "--list", join(folder, kept.at(-1) ?? "")]);
  expect(listed.stdout.toString()).toContain("TABLE DATA public counters");
  const failed = Bun.spawnSync([script, folder], { env: { ...env, DATABASE_URL: `${url}&port=1` } });
  expect(failed.exitCode).not.toBe(0);
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith(".dump"))
      .toSorted(),
  ).toEqual(kept);
});

test("the backup and restore of the page bring back an old store, and the new program continues from it", async () => {
  expect(asPrinted(backUp)).toEqual({ exitCode: 0, note: "" });
  expect(await serveOnce(url)).toBe(8);
  expect(await versionOf()).toBe(NEWEST_VERSION);
  expect(asPrinted(restore)).toEqual({ exitCode: 0, note: "" });
  const restored = url.replace("/safety?", "/safety_restored?");
  expect(await versionOf(restored)).toBe(OLD_VERSION);
  expect(await serveOnce(restored)).toBe(8);
});

test("a rollback without a backup keeps every count, and the old program's migrations find their own version", async () => {
  expect((await safety({ DATABASE_URL: url }, ...takeBack)).exitCode).toBe(0);
  expect(await versionOf()).toBe(OLD_VERSION);
  const tables = "SELECT to_regclass('refused_requests') AS refused, to_regclass('node_secret') AS secret";
  expect(await sql(tables)).toEqual([{ refused: null, secret: null }]);
  expect(await serveOnce(url)).toBe(9);
  const refused = await safety({ DATABASE_URL: url }, "store", "migrate", "--to", "7");
  expect([refused.exitCode, refused.note]).toEqual([2, expect.stringContaining("can be taken back to 8, 9, 10, 11")]);
});

test("point-in-time recovery with PostgreSQL's own archive brings back the moment before a mistake", async () => {
  const folder = serverFolder("recovered");
  const data = join(folder, "data");
  const source = `host=127.0.0.1 port=${port} user=postgres`;
  asServer(`${BIN}/pg_basebackup`, `--dbname=${source}`, `--pgdata=${data}`, "--wal-method=none", "--checkpoint=fast");
  const before = await usedIn(url);
  const [moment] = await sql("SELECT clock_timestamp()::text AS at");
  await Bun.sleep(50);
  await sql("DELETE FROM counters");
  await sql("SELECT pg_switch_wal()");
  const archive =
    String((await sql("SHOW archive_command"))[0]?.["archive_command"]).match(/cp %p (\S+)\/%f/)?.[1] ?? "";
  const archived = "SELECT last_archived_wal IS NOT NULL AND failed_count = 0 AS done FROM pg_stat_archiver";
  await until("the log is archived", async () => (await sql(archived))[0]?.["done"] === true);
  await Bun.sleep(500);
  const copy = join(folder, "archive");
  cpSync(archive, copy, { recursive: true });
  writeFileSync(join(data, "recovery.signal"), "");
  chownTree(folder);
  const recoveredPort = await freePort();
  const end = startCluster(data, recoveredPort, [
    "archive_mode=off",
    `restore_command=cp ${copy}/%f %p`,
    `recovery_target_time=${String(moment?.["at"])}`,
    "recovery_target_action=promote",
  ]);
  const recovered = url.replace(`:${port}/`, `:${recoveredPort}/`);
  await until("the recovered server accepts writes", async () => {
    const rows = await sql("SELECT pg_is_in_recovery() AS recovering", recovered).catch(() => []);
    return rows[0]?.["recovering"] === false;
  });
  expect(await usedIn(url)).toBe(0);
  expect(await usedIn(recovered)).toBe(before);
  await end();
});
