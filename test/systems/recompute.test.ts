import { expect, test } from "bun:test";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

const ROOT = join(import.meta.dir, "../..");

/**
 * Calls the main function of a program with the data of a folder, then with a changed dataset. Python keeps the fitted
 * model for the second call.
 */
const RUN_TWICE = `
import importlib, os, shutil, sys

program, data, dataset, changed = sys.argv[1:]
sys.argv = [program, data]
sys.path.insert(0, os.path.dirname(program))
sys.dont_write_bytecode = True
module = importlib.import_module(os.path.basename(program)[:-3])

print("exit code", module.main())
shutil.copy(changed, os.path.join(data, dataset))
print("exit code", module.main())`;

/** Each change of a dataset's text, and the difference that the program finds. */
type Changes = readonly (readonly [pattern: RegExp, by: string, difference: string])[];

const NEXT_YEAR = [
  /"nextYear": ?\{\s*"low": ?43/,
  '"nextYear":{"low":42',
  "nextYear.low: 43 here, 42 in the dataset",
] as const;

const CALIFORNIA: Changes = [
  NEXT_YEAR,
  [/"safety_score": ?53,/, '"safety_score":54,', "record.safety_score: 53 here, 54 in the dataset"],
  [/"score": ?\[\s*37,/, '"score":[36,', "trend.score[0]: 37 here, 36 in the dataset"],
  [/"partialYears": ?\[2023\]/, '"partialYears":[]', "trend.partialYears: [2023] here, [] in the dataset"],
  [/"reason": ?"shared_police"/, '"reason":"no_figures"', "reason: shared_police here, no_figures in the dataset"],
  [/"code": ?"missing_reports"/, '"code":"jump"', "cautions[0]: missing_reports here, jump in the dataset"],
];

const UNITED_STATES: Changes = [
  NEXT_YEAR,
  [/"reason": ?"short_past"/, '"reason":"no_figures"', "reason: short_past here, no_figures in the dataset"],
  [/"code": ?"class_fall"/, '"code":"jump"', "class_fall here, jump in the dataset"],
  [/"nextYear": ?null/, '"nextYear":{"low":1,"high":2}', "nextYear: None here, {'low': 1, 'high': 2} in the dataset"],
  [/"source": ?"california"/, '"source":"fbi"', "source: california here, fbi in the dataset"],
  [/"exceedsUsual": ?true/, '"exceedsUsual":false', "exceedsUsual: True here, False in the dataset"],
  [/"residents": ?287385/, '"residents":287386', "months.residents: 287385 here, 287386 in the dataset"],
];

const AREAS: Changes = [
  [/"reason": ?"no_area"/, '"reason":"no_figures"', "reason: no_area here, no_figures in the dataset"],
  [
    /"withoutLetter": ?"partial_return"/,
    '"withoutLetter":"class_missing"',
    "withoutLetter: partial_return here, class_missing in the dataset",
  ],
  [/("ori": ?"MD0140100"[^\n]*?"exceedsChance": ?)true/, "$1false", "exceedsChance: True here, False in the dataset"],
];

/** How the programs count the entries of a dataset. */
const ENTRIES = {
  "recompute.py": ({ cities, counties, absent }: Dataset) =>
    `${cities?.length} cities, ${counties?.length} counties, ${absent.length} absent cities`,
  "recompute_nation.py": ({ places, absent }: Dataset) => `${places?.length} places, ${absent.length} absent`,
  "recompute_areas.py": ({ areas, absentAreas }: Dataset) => `${areas?.length} areas, ${absentAreas?.length} absent`,
};
interface Dataset {
  readonly cities?: readonly unknown[];
  readonly counties?: readonly unknown[];
  readonly places?: readonly unknown[];
  readonly areas?: readonly unknown[];
  readonly absentAreas?: readonly unknown[];
  readonly absent: readonly unknown[];
}

test.each([
  ["recompute.py", "dataset.json", CALIFORNIA],
  ["recompute_nation.py", "united-states.json", UNITED_STATES],
  ["recompute_areas.py", "united-states.json", AREAS],
] as const)(
  "the independent program %s gets every figure of %s, and sees each changed one",
  async (program, dataset, changes) => {
    const data = join(scratchFolder("recompute"), "data");
    await cp(join(ROOT, "data"), data, { recursive: true });
    let text = await readFile(join(data, dataset), "utf8");
    const entries = ENTRIES[program](JSON.parse(text));
    for (const [pattern, by] of changes) {
      expect(text).toMatch(pattern);
      text = text.replace(pattern, by);
    }
    const changed = join(data, "changed.json");
    await writeFile(changed, text);

    const command = ["python3", "-c", RUN_TWICE, join(ROOT, "research", program), data, dataset, changed];
    const { out, note } = await run(command);
    expect(note).toBe("");
    const lines = out.trim().split("\n");
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(new RegExp(`^${entries}: \\d{6,7} values, 0 differences$`)),
      "exit code 0",
    ]);
    expect(lines).toHaveLength(4 + changes.length);
    for (const [, , difference] of changes) expect(out).toContain(difference);
    expect(lines.slice(-2)).toEqual([expect.stringContaining(`${changes.length} differences`), "exit code 1"]);
  },
);
