import { expect, test } from "bun:test";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copiedData } from "../dataset/official-files.ts";
import { outputOf } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

const ROOT = join(import.meta.dir, "../..");
const PROGRAM = join(ROOT, "research/power.py");

test("the program in Python gives the committed shares of losses that the tests find, byte for byte", async () => {
  const data = await copiedData();
  const file = join(data, "backtest.json");
  const committed = await readFile(file, "utf8");
  await writeFile(file, committed.replace(/"power":.*/, '"power":null'));
  await outputOf(["python3", PROGRAM, data]);
  expect(await readFile(file, "utf8")).toBe(committed);
});

test("the list of the records that a person read gives the committed table, and its absences are the drawn ones", async () => {
  const document = join(scratchFolder("read"), "backtest.md");
  await cp(join(ROOT, "docs/backtest.md"), document);
  await outputOf(["python3", join(ROOT, "research/read_records.py"), join(ROOT, "data"), document]);
  expect(await readFile(document, "utf8")).toBe(await readFile(join(ROOT, "docs/backtest.md"), "utf8"));
});
