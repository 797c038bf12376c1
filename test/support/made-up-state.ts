import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { CALIFORNIA } from "../../src/editions/california.ts";
import type { StateEdition } from "../../src/editions/edition.ts";
import { openDataset } from "../../src/figures/file.ts";
import { aliasesOf } from "../../src/gazetteer/california/alias.ts";
import { CALIFORNIA_NAMES } from "../../src/gazetteer/california/names.ts";
import { createStatePlaces } from "../../src/lookup/state-places.ts";
import { DATASETS } from "../../src/main/paths.ts";

/** California by another name, with other codes: what the service says of it must come from its edition and its file. */
function translated(text: string): string {
  return text
    .replaceAll("California", "Oregon")
    .replaceAll(/\bCA\b/g, "OR")
    .replaceAll(/"06(\d{3}|\d{5})"/g, '"41$1"')
    .replaceAll(/"9(\d{4})"/g, '"8$1"');
}

const words: StateEdition = JSON.parse(translated(JSON.stringify(CALIFORNIA)));

export const MADE_UP: StateEdition = {
  ...words,
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

export const madeUpPlaces = createStatePlaces(openDataset(Buffer.from(file)), MADE_UP, {
  aliasesOf,
  tables: async () => ({ ...CALIFORNIA_NAMES, forms: [] }),
});
