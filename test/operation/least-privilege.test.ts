import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { SECRET, safety } from "../support/command.ts";
import { FormClient, PASSWORD } from "../support/form-client.ts";
import { issueKey } from "../support/issue-key.ts";
import { query, startPostgres } from "../support/postgres.ts";
import { serveProgram } from "../support/served-program.ts";

const page = await Bun.file(join(import.meta.dir, "../../docs/postgresql.md")).text();
const [, afterTitle = ""] = page.split("## A role that cannot change tables");
/** The statements in the documentation, unchanged. */
const GRANTS = (/```sql\n([\s\S]*?)```/.exec(afterTitle)?.[1] ?? "").trim().split("\n");
let owner: string;
let runtime: string;

const postgres = await startPostgres();
for (const role of ["safety_owner", "safety"]) await query(postgres.url, `CREATE ROLE ${role} LOGIN`);
afterAll(() => postgres.stop());

async function newDatabase(): Promise<void> {
  const url = await postgres.createDatabase();
  await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO safety_owner`);
  owner = url.replace("postgres@", "safety_owner@");
  runtime = url.replace("postgres@", "safety@");
}

const serve = () => safety({ DATABASE_URL: runtime, SECRET, PORT: "0" }, "serve");

test("a role without the right to change tables gets an error to migrate, and works after the owner has migrated", async () => {
  await newDatabase();
  const early = await serve();
  expect([early.exitCode, early.note]).toEqual([1, expect.stringContaining("Run `safety store migrate`")]);

  for (const grant of GRANTS) await query(owner, grant);
  const migrated = await safety({ DATABASE_URL: owner }, "store", "migrate");
  expect([migrated.exitCode, migrated.note]).toEqual([0, expect.stringContaining("were migrated from version 0 to ")]);

  const key = await issueKey(runtime);
  const program = await serveProgram({ DATABASE_URL: runtime, SECRET });
  const statusOf = async (path: string) => (await fetch(program.url + path, { headers: { "X-API-Key": key } })).status;
  expect([await statusOf("/v1/stats"), await statusOf("/v1/stats"), await statusOf("/readyz")]).toEqual([
    200, 200, 200,
  ]);
  const signUp = await new FormClient(program.url).submit("/sign-up", { email: "bob@example.com", password: PASSWORD });
  expect(signUp.status).toBeLessThan(400);
  await program.stop();
  const { exitCode } = await safety({ DATABASE_URL: runtime }, "account", "list");
  expect(exitCode).toBe(0);

  await query(owner, "DELETE FROM schema_versions WHERE version > 8");
  const late = await serve();
  expect([late.exitCode, late.note]).toEqual([1, expect.stringContaining("Run `safety store migrate`")]);
});

test("a role without access to the tables gets an error that names them at startup", async () => {
  await newDatabase();
  expect((await safety({ DATABASE_URL: owner }, "store", "migrate")).exitCode).toBe(0);
  for (const grant of GRANTS) await query(owner, grant);
  await query(owner, "REVOKE INSERT ON counters FROM safety");
  const { exitCode, note } = await serve();
  expect([exitCode, note]).toEqual([1, expect.stringContaining("lacks privileges on the tables counters.")]);
  expect((await safety({ DATABASE_URL: owner }, "store", "migrate")).note).toContain("are up to date");
});
