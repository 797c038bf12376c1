import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { GROUPS } from "../../scripts/mutation/targets.ts";

const ROOT = join(import.meta.dir, "../..");
const targets = Object.values(GROUPS).flat();

test("every file under mutation testing, and every test that it names, exists", () => {
  const paths = targets.flatMap(({ file, tests }) => [file, ...tests]);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(targets.filter(({ tests }) => tests.length === 0)).toEqual([]);
});
