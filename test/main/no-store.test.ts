import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { safety } from "../support/command.ts";
import { query } from "../support/postgres.ts";
import { scratchFolder } from "../support/scratch.ts";
import { emptyStoreUrl } from "../support/stores.ts";

const EMAIL = ["--email", "alice@example.com"];
const COMMANDS: readonly (readonly string[])[] = [
  ["account", "list"],
  ["account", "suspend", "alice@example.com"],
  ["key", "list", ...EMAIL],
  ["key", "revoke", "1"],
  ["usage", ...EMAIL],
  ["backup", "copy.sqlite"],
];

test.each(COMMANDS.map((args) => [args.join(" "), args] as const))(
  "without a store `safety %s` fails and creates none",
  async (_, args) => {
    const folder = scratchFolder("no-store");
    const { exitCode, note } = await safety({ DATABASE_URL: `sqlite:${join(folder, "var/safety.sqlite")}` }, ...args);
    expect([exitCode, note]).toEqual([1, expect.stringContaining("There is no store at")]);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test("in a PostgreSQL database without tables, a command that reads fails and creates none", async () => {
  const url = await emptyStoreUrl("postgres");
  const { exitCode, note } = await safety({ DATABASE_URL: url }, "account", "list");
  expect([exitCode, note]).toEqual([1, expect.stringContaining("There is no store at PostgreSQL")]);
  expect(await query(url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
});

test("a command that creates the first key says that it created the store", async () => {
  const folder = scratchFolder("no-store");
  const url = `sqlite:${join(folder, "safety.sqlite")}`;
  const { exitCode, note } = await safety({ DATABASE_URL: url }, "key", "create", ...EMAIL, "--type", "test");
  expect([exitCode, note]).toEqual([0, expect.stringContaining(`Created a new store: ${url}`)]);
});
