import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { NEWEST_VERSION } from "../../src/store/migrations.ts";

const page = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
const rows = [...page.matchAll(/^\| (\d\S*|next) \| (\d+) \| (\d+) to (\d+) \| (?:`(\d+)`)?/gm)].map(
  ([, program, tables, , newest, back]) => ({ program, tables: Number(tables), newest: Number(newest), back }),
);

test("the versions of the store in docs/operations.md end with today's, and each is where going back to it leads", () => {
  expect(rows.at(-1)).toMatchObject({ tables: NEWEST_VERSION, newest: NEWEST_VERSION, back: undefined });
  for (const { tables, newest, back } of rows.slice(0, -1)) expect([newest, back]).toEqual([tables, String(tables)]);
});

test("the command there takes the tables back to the release before", () => {
  expect(/store migrate --to (\d+)$/m.exec(page)?.[1]).toBe(rows.at(-2)?.back);
});
