import { expect, test } from "bun:test";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { GROUPS, WITHOUT_MUTANTS } from "../../scripts/mutation/targets.ts";

const ROOT = join(import.meta.dir, "../..");
const targets = Object.values(GROUPS).flat();

test("every file under mutation testing, and every test that it names, exists", () => {
  const paths = targets.flatMap(({ file, tests }) => [file, ...tests]);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(targets.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

test("every file of admission and of the domain is under mutation testing, or has nothing to mutate", () => {
  const files = globSync(["src/access/*.ts", "src/domain/*.ts"], { cwd: ROOT }).toSorted();
  const guarded = new Set(targets.map(({ file }) => file));
  expect(files.filter((file) => !guarded.has(file))).toEqual(WITHOUT_MUTANTS.toSorted());
});
