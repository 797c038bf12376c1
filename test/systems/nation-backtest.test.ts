import { expect, test } from "bun:test";
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { outputOf } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

const ROOT = join(import.meta.dir, "../..");

test("the back-test of the United States in Python gives the committed tables, byte for byte", async () => {
  const data = join(scratchFolder("nation"), "data");
  await cp(join(ROOT, "data"), data, { recursive: true });
  await rm(join(data, "us/backtest.json"));
  await outputOf(["python3", join(ROOT, "research/backtest_nation.py"), data]);
  expect(await readFile(join(data, "us/backtest.json"), "utf8")).toBe(
    await readFile(join(ROOT, "data/us/backtest.json"), "utf8"),
  );
});
