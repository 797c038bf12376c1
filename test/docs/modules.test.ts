import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scratchFolder } from "../support/scratch.ts";

const BIOME = `${import.meta.dir}/../../node_modules/.bin/biome`;
const ROOT = `${import.meta.dir}/../..`;

/** The rules are the linter's, so that an editor shows them. It has no table of modules: each needs a block of its own. */
test("every folder of src is a module of ARCHITECTURE.md, and the linter keeps all others from importing it", () => {
  const folders = readdirSync(`${ROOT}/src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const modules = folders.map(({ name }) => name).toSorted();
  const rows = readFileSync(`${ROOT}/ARCHITECTURE.md`, "utf8").matchAll(/^\| `src\/(\w+)\/` \|/gm);
  expect([...rows].map(([, module]) => module).toSorted()).toEqual(modules);
  const { overrides } = JSON.parse(readFileSync(`${ROOT}/biome.modules.json`, "utf8"));
  const ruled = overrides.map(
    ({ includes: [path] }: { includes: string[] }) => /^src\/(\w+)\/\*\*$/.exec(path ?? "")?.[1],
  );
  // `cli` may import everything, and `main` everything but commands and the build.
  expect([...ruled, "cli"].toSorted()).toEqual(modules);
  for (const { includes, linter } of overrides) {
    if (includes[0] === "src/main/**") continue;
    const { patterns } = linter.rules.style.noRestrictedImports.options;
    const [, others = ""] = /^\.\.\/\*\*\/\{(.*)\}\/\*\*$/.exec(patterns[0].group[3]) ?? [];
    expect(others.split(",").toSorted()).toEqual([...modules, "research"].toSorted());
  }
});

const REFUSED: readonly (readonly [module: string, specifier: string])[] = [
  ["domain", "hono"],
  ["domain", "node:fs"],
  ["domain", "../store/open.ts"],
  ["dataset/gazetteer", "../../site/site.ts"],
  ["dataset", "../../research/backtest/backtest.ts"],
  ["dataset", "../figures/dataset.ts"],
  ["store/sqlite", "zod"],
  ["access", "pg"],
  ["site/place", "../../store/open.ts"],
  ["site/place", "bun:sqlite"],
  ["mcp", "../api/handler.ts"],
  ["main", "../cli/program.ts"],
  ["main", "../dataset/build.ts"],
];
const ALLOWED: readonly (readonly [module: string, specifier: string])[] = [
  ["domain", "zod"],
  ["domain", "./plan.ts"],
  ["dataset/gazetteer", "../build.ts"],
  ["dataset", "../figures/file.ts"],
  ["store/sqlite", "bun:sqlite"],
  ["site/place", "hono/jsx"],
  ["main", "../store/open.ts"],
];

test("the linter refuses exactly what the list does not allow", () => {
  const files = [...REFUSED, ...ALLOWED].map(([module, specifier], index) => ({
    path: `src/${module}/${index}.ts`,
    specifier,
  }));
  const folder = scratchFolder("modules");
  writeFileSync(`${folder}/biome.json`, readFileSync(`${ROOT}/biome.modules.json`));
  for (const { path, specifier } of files) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, `import { thing } from "${specifier}";\nexport { thing };\n`);
  }
  const { stderr } = Bun.spawnSync([BIOME, "lint", "--only=style/noRestrictedImports", "--colors=off", "."], {
    cwd: folder,
  });
  const refused = files.filter(({ path }) => stderr.toString().includes(`${path}:1:`)).map(({ path }) => path);
  expect(refused).toEqual(files.slice(0, REFUSED.length).map(({ path }) => path));
});

/** The files that compose the folders of `src/site`. */
const COMPOSING = /^src\/site\/[^/]+$/;

/** The module of a file: `src/api`, and within `src/site` each folder: `src/site/docs`. */
function moduleOf(file: string): string {
  if (COMPOSING.test(file)) return "the table of pages";
  const folders = dirname(file).split("/");
  return folders.slice(0, folders[1] === "site" ? 3 : 2).join("/");
}

/** The modules that each module imports, types included. */
function importsOfModules(): ReadonlyMap<string, ReadonlySet<string>> {
  const modules = new Map<string, Set<string>>();
  for (const file of new Bun.Glob("src/**/*.{ts,tsx}").scanSync({ cwd: ROOT })) {
    const imports = modules.get(moduleOf(file)) ?? new Set();
    modules.set(moduleOf(file), imports);
    for (const [, path = ""] of readFileSync(`${ROOT}/${file}`, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
      imports.add(moduleOf(join(dirname(file), path)));
    }
  }
  return modules;
}

test("neither modules nor the folders of src/site import each other in a circle", () => {
  const left = new Map(importsOfModules());
  const isFree = (module: string) =>
    [...(left.get(module) ?? [])].every((imported) => imported === module || !left.has(imported));
  expect(left.size).toBeGreaterThan(15);
  for (;;) {
    const free = [...left.keys()].filter(isFree);
    if (free.length === 0) break;
    for (const module of free) left.delete(module);
  }
  expect([...left.keys()]).toEqual([]);
});
