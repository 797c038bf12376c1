import { expect, test } from "bun:test";
import { settings } from "../../src/main/config.ts";
import { CURRENT_SNAPSHOT } from "../../src/main/paths.ts";
import { createAtlas } from "../../src/snapshot/atlas.ts";
import { readSnapshot } from "../../src/snapshot/file.ts";

const readme = await Bun.file(new URL("../../README.md", import.meta.url)).text();

test("the README has a line for every setting, with its meaning, and for nothing else", () => {
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$/gm)].map(([, name, about]) => [name, about]);
  expect(rows).toEqual(Object.entries(settings.shape).map(([name, schema]) => [name, schema.description]));
});

test("the README's first answer is the real one", () => {
  const shown = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const real = createAtlas(readSnapshot(CURRENT_SNAPSHOT)).cityAnswer("Irvine").body;
  expect(JSON.stringify(JSON.parse(shown))).toBe(real);
});
