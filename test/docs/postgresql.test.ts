import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { SECRET, safety } from "../support/command.ts";
import { query, startPostgres } from "../support/postgres.ts";

const text = readFileSync(new URL("../../docs/postgresql.md", import.meta.url), "utf8");
const postgres = await startPostgres();
afterAll(() => postgres.stop());

/** The statements of the first block of a section. */
function statementsOf(section: string): readonly string[] {
  const block = text.split(`## ${section}\n`)[1]?.split("```sql\n")[1]?.split("```")[0] ?? "";
  return block.split(";\n").filter((statement) => statement.trim() !== "");
}

const addressOf = (role: string, database: string) => `postgres://${role}@127.0.0.1:${postgres.port}/${database}`;

test("the role and the database that docs/postgresql.md creates are all that the service needs", async () => {
  for (const statement of statementsOf("Create the database")) await query(postgres.url, statement);
  const environment = { DATABASE_URL: addressOf("safety", "safety"), SECRET };
  const before = await safety(environment, "doctor", "--json");
  expect(JSON.parse(before.out)).toContainEqual(
    expect.objectContaining({ part: "store", state: "good", text: expect.stringContaining("no tables yet") }),
  );
  const made = await safety(environment, "key", "create", "--email", "alice@example.com", "--type", "test");
  expect([made.exitCode, made.out]).toEqual([0, expect.stringMatching(/^svc_test_/)]);
  for (const statement of statementsOf("Poolers")) await query(postgres.url, statement);
  expect((await safety(environment, "doctor")).exitCode).toBe(0);
});

test("a role that does not own its database is reported before and by the first start, with what to do", async () => {
  await query(postgres.url, "CREATE ROLE other LOGIN");
  await query(postgres.url, "CREATE DATABASE other");
  const environment = { DATABASE_URL: addressOf("other", "other"), SECRET };
  const { exitCode, out } = await safety(environment, "doctor");
  expect(exitCode).toBe(1);
  expect(out).toContain("the role of DATABASE_URL may not create tables in the database");
  expect(out).toContain("ALTER DATABASE … OWNER TO …");
  const { note } = await safety(environment, "key", "create", "--email", "alice@example.com", "--type", "test");
  expect(note).toContain("make this role the owner");
  await query(postgres.url, "ALTER DATABASE other OWNER TO other");
  expect((await safety(environment, "store", "migrate")).exitCode).toBe(0);
});
