import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { REFERENCE, referenceText } from "../../scripts/reference.ts";
import { CURRENT_DATASET } from "../../src/main/paths.ts";
import { readDataset } from "../../src/places/file.ts";
import { createPlaces } from "../../src/places/places.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const readme = await Bun.file(join(ROOT, "README.md")).text();

test("the reference lists the endpoints, commands, and settings of the code; if not, run `node_modules/.bin/bun scripts/reference.ts`", async () => {
  expect(await Bun.file(REFERENCE).text()).toBe(await referenceText());
});

test("the README's first answer matches the real one", () => {
  const shown = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const real = createPlaces(readDataset(CURRENT_DATASET)).city("Irvine")?.answer.body ?? "";
  expect(JSON.stringify(JSON.parse(shown))).toBe(real);
});

test("every file that a document links to exists", async () => {
  const documents = ["*.md", "docs/**/*.md", "packages/client/README.md"].flatMap((pattern) => [
    ...new Bun.Glob(pattern).scanSync({ cwd: ROOT }),
  ]);
  expect(documents.length).toBeGreaterThan(10);
  const missing: string[] = [];
  for (const document of documents) {
    const text = await Bun.file(join(ROOT, document)).text();
    for (const [, target = ""] of text.matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g)) {
      if (!existsSync(join(ROOT, dirname(document), target))) missing.push(`${document}: ${target}`);
    }
  }
  expect(missing).toEqual([]);
});
