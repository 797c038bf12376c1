import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "../../research");
const programs = readdirSync(FOLDER).filter((name) => name.endsWith(".py"));
const own = new Set(programs.map((name) => name.replace(".py", "")));
/** Of Python's standard library. */
const LIBRARY = new Set(
  "bisect collections csv functools io itertools json math multiprocessing os random re statistics sys unicodedata".split(
    " ",
  ),
);

test("the programs that compute the figures again share no code with the service: they import each other and the standard library", () => {
  expect(programs.length).toBeGreaterThan(10);
  const imported = programs.flatMap((name) => {
    const text = readFileSync(join(FOLDER, name), "utf8");
    const modules = [...text.matchAll(/^\s*(?:from|import) (\w+)/gm)].map(([, module]) => module ?? "");
    return modules.filter((module) => !own.has(module) && !LIBRARY.has(module)).map((module) => `${name}: ${module}`);
  });
  expect(imported).toEqual([]);
  const others = programs.filter((name) =>
    /subprocess|os\.(?:system|exec|popen)|__import__/.test(readFileSync(join(FOLDER, name), "utf8")),
  );
  expect(others).toEqual([]);
});
