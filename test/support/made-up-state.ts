import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { StateEdition } from "../../src/domain/edition.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { createPlaces } from "../../src/figures/dataset.ts";
import { openDataset } from "../../src/figures/file.ts";
import { aliasesOf } from "../../src/gazetteer/california/alias.ts";
import { CALIFORNIA_NAMES } from "../../src/gazetteer/california/names.ts";
import { DATASETS } from "../../src/main/paths.ts";

/** California by another name, with other codes: what the service says of it must come from its edition and its file. */
function translated(text: string): string {
  return text
    .replaceAll("California", "Oregon")
    .replaceAll(/\bCA\b/g, "OR")
    .replaceAll(/"06(\d{3}|\d{5})"/g, '"41$1"')
    .replaceAll(/"9(\d{4})"/g, '"8$1"');
}

/** The words of an edition, with the texts that its functions write. */
function wordsOf(value: unknown): unknown {
  if (typeof value === "string") return translated(value);
  if (typeof value === "function") return (...given: unknown[]) => wordsOf(value(...given));
  if (Array.isArray(value)) return value.map(wordsOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wordsOf(member)]));
}

/** The cast: the type of the words does not include that each member stays what it is. */
export const MADE_UP: StateEdition = {
  ...(wordsOf(CALIFORNIA) as StateEdition),
  path: "/or",
  isFlagged: true,
  file: "oregon.json",
  fips: "41",
  inAddress: "o ?r|oregon",
  zip: "8(?:[0-5]\\d|6[01])\\d\\d",
};

const content = translated(readFileSync(DATASETS.california.own, "utf8")).replace(/"version":"[0-9a-f]{16}",\n/, "");
const version = createHash("sha256").update(content).digest("hex").slice(0, 16);
const file = content.replace(/("format":\d+,\n)/, `$1"version":"${version}",\n`);

export const madeUpPlaces = createPlaces(openDataset(Buffer.from(file)), MADE_UP, {
  aliasesOf,
  tables: async () => ({ ...CALIFORNIA_NAMES, forms: [] }),
});
