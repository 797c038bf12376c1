import { afterAll, expect, test } from "bun:test";
import { SECRET, safety, safetyProcess } from "../support/command.ts";
import { countedRequests, WIDE_LIMITS } from "../support/counted.ts";
import { issueKey } from "../support/issue-key.ts";
import { load } from "../support/load.ts";
import { startPgBouncer } from "../support/pgbouncer.ts";
import { query, startPostgres } from "../support/postgres.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";

const CONNECTIONS = 16;
const REQUESTS = 4_000;

const postgres = await startPostgres();
afterAll(() => postgres.stop());

/**
 * Sends requests to all nodes while pages and sign-ins use connections too, so that each connection changes its server
 * repeatedly.
 */
async function loadWithVisits(databaseUrl: string, nodes: readonly ServedProgram[]) {
  const key = await issueKey(databaseUrl, { plan: "enterprise" });
  const urls = nodes.map(({ url }) => url);
  const pages = new Set<number>();
  let running = true;
  const visitor = async () => {
    while (running) {
      for (const url of urls) pages.add((await fetch(`${url}/sign-in`)).status);
      for (const url of urls) await fetch(`${url}/dashboard`, { headers: { Cookie: "better-auth.session_token=x.y" } });
    }
  };
  const visits = [visitor(), visitor(), visitor()];
  const report = await load({ urls, key, connections: CONNECTIONS, shouldContinue: (sent) => sent < REQUESTS });
  running = false;
  await Promise.all(visits);
  return { ...report, pages: [...pages] };
}

test.each([
  ["session", ""],
  ["transaction", ""],
  ["transaction", "?prepared_statements=true"],
] as const)(
  "PgBouncer in %s mode with %p admits each request, counts it exactly once, serves pages at the same time, and is reported by `safety doctor`",
  async (mode, parameters) => {
    const pooler = await startPgBouncer(postgres.port, mode);
    const DATABASE_URL = `${pooler.through(await postgres.createDatabase())}${parameters}`;
    const environment = { DATABASE_URL, SECRET, PLAN_LIMITS: WIDE_LIMITS };
    const nodes = [await serveProgram(environment), await serveProgram(environment)];
    const { statuses, unanswered, pages } = await loadWithVisits(DATABASE_URL, nodes);
    expect([[...statuses.keys()], unanswered]).toEqual([[200], 0]);
    expect(await countedRequests(environment)).toBe(statuses.get(200) ?? 0);
    expect(pages).toEqual([200]);
    const { exitCode, out } = await safety(environment, "doctor");
    // No statement timeout applies, and the doctor says how to set one.
    expect(out).toContain("through a pooler: the server has no statement timeout");
    expect(out).toContain("ALTER ROLE");
    expect(exitCode).toBe(0);
    for (const node of nodes) await node.stop();
    await pooler.stop();
  },
);

test("a pooler whose connections are older than the role's settings is reported, with what to do", async () => {
  const pooler = await startPgBouncer(postgres.port, "transaction");
  const url = await postgres.createDatabase();
  await issueKey(url);
  const examine = async () => (await safety({ DATABASE_URL: pooler.through(url), SECRET }, "doctor")).out;
  await examine();
  await query(url, "ALTER ROLE postgres SET statement_timeout = '2500ms'");
  try {
    expect(await examine()).toContain("settings from before the last ALTER ROLE");
  } finally {
    await query(url, "ALTER ROLE postgres RESET statement_timeout");
    await pooler.stop();
  }
});

test("settings of the role that the service cannot change through a pooler are reported, with the statement to run", async () => {
  const url = await postgres.createDatabase();
  await issueKey(url);
  const settings = { default_transaction_isolation: "serializable", datestyle: "German" };
  for (const [name, value] of Object.entries(settings)) {
    await query(url, `ALTER ROLE postgres SET ${name} = '${value}'`);
    const fresh = await startPgBouncer(postgres.port, "transaction");
    const through = { DATABASE_URL: fresh.through(url), SECRET };
    const { out, exitCode } = await safety(through, "doctor");
    const [, advised = ""] = /→ (ALTER ROLE … SET \w+ = '[\w ]+')/.exec(out) ?? [];
    expect([exitCode, advised]).toEqual([1, expect.stringContaining(name)]);
    await query(url, advised.replace("…", "postgres"));
    await fresh.stop();
    const restarted = await startPgBouncer(postgres.port, "transaction");
    const again = await safety({ ...through, DATABASE_URL: restarted.through(url) }, "doctor");
    expect([name, again.exitCode]).toEqual([name, 0]);
    await restarted.stop();
    await query(url, `ALTER ROLE postgres RESET ${name}`);
  }
});

test("PgBouncer in statement mode is refused at startup, with the setting to change", async () => {
  const pooler = await startPgBouncer(postgres.port, "statement");
  const DATABASE_URL = pooler.through(await postgres.createDatabase());
  const { exitCode, note } = await safetyProcess({ DATABASE_URL, SECRET, PORT: "0" }, "serve");
  await pooler.stop();
  expect(exitCode).toBe(1);
  expect(note).toContain("Set pool_mode to transaction or session");
});
