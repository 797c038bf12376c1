import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { scratchFolder } from "../support/scratch.ts";

const config = z
  .object({ overrides: z.array(z.object({ includes: z.array(z.string()), plugins: z.array(z.string()).optional() })) })
  .parse(JSON.parse(readFileSync("biome.json", "utf8")));

/** What the project's own rules say about a file at this path. */
function lint(path: string, text: string): string {
  const folder = scratchFolder("lint");
  const overrides = config.overrides.flatMap(({ includes, plugins }) =>
    plugins === undefined ? [] : [{ includes, plugins: plugins.map((plugin) => resolve(plugin)) }],
  );
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ root: true, overrides }));
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  const biome = resolve("node_modules/.bin/biome");
  const { stdout, stderr } = Bun.spawnSync([biome, "lint", "."], { cwd: folder });
  return `${stdout}${stderr}`;
}

const OWN = 'import { ownText } from "../base/text.ts";\nexport const name = [process.argv[2] ?? ""].map(ownText);\n';
const CAST = 'import type { Typed } from "../base/text.ts";\nexport const name = (text: string) => text as Typed;\n';
const NORMALIZED = 'export const name = (text: string) => text.normalize("NFKD");\n';

test.each([
  ["ownText where requests are read", "src/api/probe.ts", OWN, "ownText is for tables of our own"],
  ["ownText where pages are made", "src/site/search/probe.ts", OWN, "ownText is for tables of our own"],
  ["a cast to bounded text", "src/gazetteer/probe.ts", CAST, "Only src/base/text.ts makes bounded text"],
  [
    "normalizing elsewhere",
    "src/site/http/probe.ts",
    NORMALIZED,
    "Only the fold of names and passwords normalize text",
  ],
])("the linter refuses %s", (_, path, text, message) => {
  expect(lint(path, text)).toContain(message);
});

test.each([
  ["a table of names", "src/gazetteer/probe.ts", OWN],
  ["the fold", "src/gazetteer/fold.ts", NORMALIZED],
  ["the type's own file", "src/base/text.ts", CAST],
])("the linter accepts %s", (_, path, text) => {
  expect(lint(path, text)).not.toContain("plugin");
});
