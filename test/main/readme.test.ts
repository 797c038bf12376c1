import { expect, test } from "bun:test";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { REFERENCE, referenceText } from "../../scripts/reference.ts";
import { ownText } from "../../src/base/text.ts";
import { readDataset } from "../../src/figures/file.ts";
import { DATASETS } from "../../src/main/paths.ts";
import { placesOf } from "../support/sample-dataset.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const readme = await Bun.file(join(ROOT, "README.md")).text();

test("the reference lists the commands and settings of the code; if not, run `npm run generate`", async () => {
  expect(await Bun.file(REFERENCE).text()).toBe(await referenceText());
});

test("the README's first answer matches the real one", () => {
  const shown = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const real = placesOf(readDataset(DATASETS.california.own)).city(ownText("Irvine"))?.answer.body ?? "";
  expect(JSON.stringify(JSON.parse(shown))).toBe(real);
});
