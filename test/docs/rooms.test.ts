import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { COMPOSITION_ROOM, ROOMS, roomRules, roomTable } from "../../scripts/rooms.ts";
import { scratchFolder } from "../support/scratch.ts";

const BIOME = `${import.meta.dir}/../../node_modules/.bin/biome`;
const ROOT = `${import.meta.dir}/../..`;

test("every folder of src is a room of the list, and the list has no other", () => {
  const folders = readdirSync(`${ROOT}/src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual([...Object.keys(ROOMS), COMPOSITION_ROOM.name].toSorted());
});

test("the linter's rules and the table of ARCHITECTURE.md are those of the list (bun scripts/write-rooms.ts)", () => {
  const rules: unknown = JSON.parse(readFileSync(`${ROOT}/biome.rooms.json`, "utf8"));
  expect(rules).toEqual(JSON.parse(roomRules()));
  expect(readFileSync(`${ROOT}/ARCHITECTURE.md`, "utf8")).toContain(`${roomTable()}\n`);
});

const REFUSED: readonly (readonly [room: string, specifier: string])[] = [
  ["domain", "hono"],
  ["domain", "node:fs"],
  ["domain", "../store/open.ts"],
  ["dataset/backtest", "../../site/site.ts"],
  ["dataset", "../snapshot/atlas.ts"],
  ["store/sqlite", "zod"],
  ["access", "pg"],
  ["site/explore", "../../store/open.ts"],
  ["site/explore", "bun:sqlite"],
  ["mcp", "../api/handler.ts"],
];
const ALLOWED: readonly (readonly [room: string, specifier: string])[] = [
  ["domain", "zod"],
  ["domain", "./plan.ts"],
  ["dataset/backtest", "../build.ts"],
  ["dataset/backtest", "../../snapshot/file.ts"],
  ["store/sqlite", "bun:sqlite"],
  ["site/explore", "hono/jsx"],
  ["main", "../store/open.ts"],
];

test("the linter refuses what the list does not allow, and nothing else", () => {
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
