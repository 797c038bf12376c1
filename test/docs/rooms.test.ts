import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scratchFolder } from "../support/scratch.ts";

const BIOME = `${import.meta.dir}/../../node_modules/.bin/biome`;
const ROOT = `${import.meta.dir}/../..`;

test("every folder of src is a room of ARCHITECTURE.md, and the linter keeps all others from importing it", () => {
  const folders = readdirSync(`${ROOT}/src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const rooms = folders.map(({ name }) => name).toSorted();
  const rows = readFileSync(`${ROOT}/ARCHITECTURE.md`, "utf8").matchAll(/^\| `src\/(\w+)\/` \|/gm);
  expect([...rows].map(([, room]) => room).toSorted()).toEqual(rooms);
  const { overrides } = JSON.parse(readFileSync(`${ROOT}/biome.rooms.json`, "utf8"));
  const ruled = overrides.map(
    ({ includes: [path] }: { includes: string[] }) => /^src\/(\w+)\/\*\*$/.exec(path ?? "")?.[1],
  );
  // `main` may import everything.
  expect([...ruled, "main"].toSorted()).toEqual(rooms);
  for (const { linter } of overrides) {
    const { patterns } = linter.rules.style.noRestrictedImports.options;
    const [, others = ""] = /^\.\.\/\*\*\/\{(.*)\}\/\*\*$/.exec(patterns[0].group[3]) ?? [];
    expect(others.split(",").toSorted()).toEqual([...rooms, "research"].toSorted());
  }
});

const REFUSED: readonly (readonly [room: string, specifier: string])[] = [
  ["domain", "hono"],
  ["domain", "node:fs"],
  ["domain", "../store/open.ts"],
  ["dataset/geography", "../../site/site.ts"],
  ["dataset", "../../research/backtest/backtest.ts"],
  ["dataset", "../places/places.ts"],
  ["store/sqlite", "zod"],
  ["access", "pg"],
  ["site/explore", "../../store/open.ts"],
  ["site/explore", "bun:sqlite"],
  ["mcp", "../api/handler.ts"],
];
const ALLOWED: readonly (readonly [room: string, specifier: string])[] = [
  ["domain", "zod"],
  ["domain", "./plan.ts"],
  ["dataset/geography", "../build.ts"],
  ["dataset", "../places/file.ts"],
  ["store/sqlite", "bun:sqlite"],
  ["site/explore", "hono/jsx"],
  ["main", "../store/open.ts"],
];

test("the linter refuses exactly what the list does not allow", () => {
  const files = [...REFUSED, ...ALLOWED].map(([room, specifier], index) => ({
    path: `src/${room}/${index}.ts`,
    specifier,
  }));
  const folder = scratchFolder("rooms");
  writeFileSync(`${folder}/biome.json`, readFileSync(`${ROOT}/biome.rooms.json`));
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
const COMPOSING = /^src\/site\/http\/(?:account-pages|pages|site)\.ts$/;

/** The room of a file: `src/api`, and within `src/site` each folder: `src/site/docs`. */
function roomOf(file: string): string {
  if (COMPOSING.test(file)) return "the table of pages";
  const folders = dirname(file).split("/");
  return folders.slice(0, folders[1] === "site" ? 3 : 2).join("/");
}

/** The rooms that each room imports, types included. */
function importsOfRooms(): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const file of new Bun.Glob("src/**/*.{ts,tsx}").scanSync({ cwd: ROOT })) {
    const imports = rooms.get(roomOf(file)) ?? new Set();
    rooms.set(roomOf(file), imports);
    for (const [, path = ""] of readFileSync(`${ROOT}/${file}`, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
      imports.add(roomOf(join(dirname(file), path)));
    }
  }
  return rooms;
}

test("neither rooms nor the folders of src/site import each other in a circle", () => {
  const left = new Map(importsOfRooms());
  const isFree = (room: string) =>
    [...(left.get(room) ?? [])].every((imported) => imported === room || !left.has(imported));
  expect(left.size).toBeGreaterThan(15);
  for (;;) {
    const free = [...left.keys()].filter(isFree);
    if (free.length === 0) break;
    for (const room of free) left.delete(room);
  }
  expect([...left.keys()]).toEqual([]);
});
