import { expect, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copiedData } from "../dataset/official-files.ts";
import { outputOf } from "../support/command.ts";

const PROGRAM = join(import.meta.dir, "../../research/power.py");

test("the program in Python gives the committed shares of losses that the tests find, byte for byte", async () => {
  const data = await copiedData();
  const file = join(data, "backtest.json");
  const committed = await readFile(file, "utf8");
  await writeFile(file, committed.replace(/"power":.*/, '"power":null'));
  await outputOf(["python3", PROGRAM, data]);
  expect(await readFile(file, "utf8")).toBe(committed);
});
