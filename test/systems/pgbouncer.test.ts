import { afterAll, describe, expect, test } from "bun:test";
import { SECRET, safety, safetyProcess } from "../support/command.ts";
import { countedRequests, WIDE_LIMITS } from "../support/counted.ts";
import { issueKey } from "../support/issue-key.ts";
import { load } from "../support/load.ts";
import { type PoolMode, type RunningPgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { query, startPostgres } from "../support/postgres.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";

const CONNECTIONS = 16;
const REQUESTS = 4_000;

const postgres = await startPostgres();
afterAll(() => postgres.stop());

/** Two nodes behind one PgBouncer, with their own database. */
async function nodesBehind(mode: PoolMode, parameters = "") {
  const pooler = await startPgBouncer(postgres.port, mode);
  const DATABASE_URL = `${pooler.through(await postgres.createDatabase())}${parameters}`;
  const environment = { DATABASE_URL, SECRET, PLAN_LIMITS: WIDE_LIMITS };
  const nodes = [await serveProgram(environment), await serveProgram(environment)];
  return { environment, nodes, pooler };
}

async function stopAll(nodes: readonly ServedProgram[], pooler: RunningPgBouncer): Promise<void> {
  for (const node of nodes) await node.stop();
  await pooler.stop();
}

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

describe.each(["session", "transaction"] as const)("PgBouncer in %s mode with its default settings", async (mode) => {
  const behind = await nodesBehind(mode);
  afterAll(() => stopAll(behind.nodes, behind.pooler));

  test("admits every request, counts each exactly once, and serves pages at the same time", async () => {
    const { environment, nodes } = behind;
    const { statuses, unanswered, pages } = await loadWithVisits(environment.DATABASE_URL, nodes);
    expect([[...statuses.keys()], unanswered]).toEqual([[200], 0]);
    expect(await countedRequests(environment)).toBe(statuses.get(200) ?? 0);
    expect(pages).toEqual([200]);
  });

  test("is reported by `safety doctor`, which says that no statement timeout applies, and how to set one", async () => {
    const { exitCode, out } = await safety(behind.environment, "doctor");
    expect(out).toContain("through a pooler: the server has no statement timeout");
    expect(out).toContain("ALTER ROLE");
    expect(exitCode).toBe(0);
  });
});

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

test("PgBouncer in transaction mode works even if DATABASE_URL claims that statements are kept", async () => {
  const { environment, nodes, pooler } = await nodesBehind("transaction", "?prepared_statements=true");
  const { statuses } = await loadWithVisits(environment.DATABASE_URL, nodes);
  const counted = await countedRequests(environment);
  await stopAll(nodes, pooler);
  expect([...statuses.keys()]).toEqual([200]);
  expect(counted).toBe(statuses.get(200) ?? 0);
});

test("PgBouncer in statement mode is refused at startup, with the setting to change", async () => {
  const pooler = await startPgBouncer(postgres.port, "statement");
  const DATABASE_URL = pooler.through(await postgres.createDatabase());
  const { exitCode, note } = await safetyProcess({ DATABASE_URL, SECRET, PORT: "0" }, "serve");
  await pooler.stop();
  expect(exitCode).toBe(1);
  expect(note).toContain("Set pool_mode to transaction or session");
});
