import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "../scratch.ts";

const ROOT = join(import.meta.dir, "../../..");
/** What the program has of a state, as a new state brings it: a module for each row below. */
const OWN = "test/support/oregon";

interface Row {
  readonly file: string;
  readonly imports: string;
  /** The row goes after this text. */
  readonly after: string;
  readonly row: string;
}

/** All that is written outside the folder of a state. `test/systems/second-state.test.ts` shows that each is needed. */
export const ROWS: readonly Row[] = [
  {
    file: "src/editions/table.ts",
    imports: `import { OREGON } from "../../${OWN}/oregon.ts";`,
    after: "export const EDITIONS = { california: CALIFORNIA,",
    row: " oregon: OREGON,",
  },
  {
    file: "src/lookup/served.ts",
    imports: `import { OREGON_NAMES } from "../../${OWN}/oregon-names.ts";`,
    after: "export const STATE_NAMES: Readonly<Record<StateEditionName, StateNames>> = {",
    row: " oregon: OREGON_NAMES,",
  },
  {
    file: "src/main/paths.ts",
    imports: 'import oregonFile from "../../data/oregon.json" with { type: "file" };',
    after: "const OWN_FILES: Readonly<Record<EditionName, unknown>> = {",
    row: " oregon: oregonFile,",
  },
  {
    file: "src/dataset/builds.ts",
    imports: `import { OREGON_BUILD } from "../../${OWN}/oregon-build.ts";`,
    after: "export const STATE_BUILDS: Readonly<Record<StateEditionName, StateBuild>> = {",
    row: " oregon: OREGON_BUILD,",
  },
];

/** Copied, because a module behind a link imports others from where it is. */
const COPIED = [
  "src",
  "scripts",
  "openapi",
  "packages",
  OWN,
  "test/support/scratch.ts",
  "package.json",
  "tsconfig.json",
  "biome.json",
];
const LEFT_OUT = [".git", "test"];

/** A copy of the program in which these rows are added; everything that no one changes is a link. */
export function programWith(rows = ROWS): string {
  const folder = scratchFolder("second-state");
  for (const part of COPIED) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  // The program's own data, with room for a file more.
  mkdirSync(join(folder, "data"));
  for (const [from, names] of [
    [".", readdirSync(ROOT).filter((name) => name !== "data" && !COPIED.includes(name) && !LEFT_OUT.includes(name))],
    ["data", readdirSync(join(ROOT, "data"))],
  ] as const) {
    for (const name of names) symlinkSync(join(ROOT, from, name), join(folder, from, name));
  }
  for (const { file, imports, after, row } of rows) {
    const text = readFileSync(join(folder, file), "utf8");
    if (text.split(after).length !== 2) throw new Error(`${file} has no single "${after}"`);
    writeFileSync(join(folder, file), `${imports}\n${text.replace(after, () => after + row)}`);
  }
  return folder;
}
