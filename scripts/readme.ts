// Writes the table of the editions into README.md. Usage: bun scripts/readme.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HeldFile } from "../src/base/held-file.ts";
import { EDITION_NAMES } from "../src/editions/table.ts";
import { openPlaces, type Served, servedFrom } from "../src/lookup/served.ts";
import { COUNTRY } from "../src/main/country.ts";
import { DATASETS } from "../src/main/paths.ts";
import { type EditionAnswer, editionRows, editionsOf, type QuestionKey } from "../src/site/about/edition-rows.ts";

export const README = join(import.meta.dir, "../README.md");

/** The questions that decide whether the service is of use. `/methodology/editions` has all of them. */
const SHOWN: readonly QuestionKey[] = [
  "fifty",
  "latest",
  "graded",
  "absent",
  "outside",
  "counts",
  "checks",
  "zips",
  "api",
];

/** The README with the table between its two marks as the datasets have it today. */
export function withEditions(readme: string, served: Served): string {
  const marked = /(?<=^<!-- editions -->\n)[\s\S]*?(?=^<!-- \/editions -->$)/m;
  if (!marked.test(readme)) throw new Error("README.md has no place for the table of the editions");
  return readme.replace(marked, () => editionsTable(served));
}

function editionsTable(served: Served): string {
  const rows = editionRows(served).filter(({ key }) => SHOWN.includes(key));
  const lines = [
    ["", ...editionsOf(served).map(({ edition }) => edition.title)],
    ["---", ...editionsOf(served).map(() => "---")],
    ...rows.map(({ question, answers }) => [question, ...answers.map(cell)]),
  ];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

function cell({ text, isCode }: EditionAnswer): string {
  return isCode ? `\`${text}\`` : text;
}

if (import.meta.main) {
  const served = servedFrom(
    EDITION_NAMES.map((name) => openPlaces(name, HeldFile.of(readFileSync(DATASETS[name].own)), COUNTRY)),
  );
  writeFileSync(README, withEditions(readFileSync(README, "utf8"), served));
}
