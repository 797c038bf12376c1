import { expect, test } from "bun:test";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copiedData } from "../dataset/official-files.ts";
import { run } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

const ROOT = join(import.meta.dir, "../..");
const PROGRAM = join(ROOT, "research/recompute.py");

/** Runs the program with the dataset of the folder, then with a changed one. Python keeps the fitted model for the second run. */
const RUN_TWICE = `
import os, runpy, shutil, sys

program, data, changed = sys.argv[1:]
sys.argv = [program, data]
sys.path.insert(0, os.path.dirname(program))

def run():
    try:
        runpy.run_path(program, run_name="__main__")
    except SystemExit as end:
        print("exit code", end.code)

run()
shutil.copy(changed, os.path.join(data, "dataset.json"))
run()`;

/** The dataset's text with one replacement, which must apply. */
function replaced(text: string, pattern: RegExp, by: string): string {
  const changed = text.replace(pattern, by);
  expect(changed).not.toBe(text);
  return changed;
}

test("an independent program in Python gets every record, interval, caution, and year, and sees each changed figure", async () => {
  const data = await copiedData();
  let text = await readFile(join(data, "dataset.json"), "utf8");
  text = replaced(text, /"safety_score": ?53,/, '"safety_score":54,');
  text = replaced(text, /"nextYear": ?\{\s*"low": ?43/, '"nextYear":{"low":42');
  text = replaced(text, /"score": ?\[\s*37,/, '"score":[36,');
  text = replaced(text, /"partialYears": ?\[2023\]/, '"partialYears":[]');
  text = replaced(text, /"reason": ?"shared_police"/, '"reason":"no_figures"');
  text = replaced(text, /"code": ?"missing_reports"/, '"code":"jump"');
  const changed = join(data, "changed.json");
  await writeFile(changed, text);

  const { out, note } = await run(["python3", "-c", RUN_TWICE, PROGRAM, data, changed]);
  expect(note).toBe("");
  expect(out.trim().split("\n")).toEqual([
    expect.stringMatching(/^434 cities, 58 counties, 49 absent cities: \d{6} values, 0 differences$/),
    "exit code 0",
    expect.stringContaining("intervals.nextYear.low: 43 here, 42 in the dataset"),
    expect.stringContaining("trend.score[0]: 37 here, 36 in the dataset"),
    expect.stringContaining("trend.partialYears: [2023] here, [] in the dataset"),
    expect.stringContaining("record.safety_score: 53 here, 54 in the dataset"),
    expect.stringContaining("cautions[0]: missing_reports here, jump in the dataset"),
    expect.stringContaining("reason: shared_police here, no_figures in the dataset"),
    expect.stringContaining("6 differences"),
    "exit code 1",
  ]);
});

/** The same for the United States: its program is a module, whose comparison runs twice. */
const RUN_NATION_TWICE = `
import os, shutil, sys

program, data, changed = sys.argv[1:]
sys.argv = [program, data]
sys.path.insert(0, os.path.dirname(program))
sys.dont_write_bytecode = True
import recompute_nation

print("exit code", recompute_nation.main())
shutil.copy(changed, os.path.join(data, "united-states.json"))
print("exit code", recompute_nation.main())`;

test("an independent program in Python gets every record and absence of the United States, and sees each changed figure", async () => {
  const data = join(scratchFolder("nation"), "data");
  await cp(join(ROOT, "data"), data, { recursive: true });
  let text = await readFile(join(data, "united-states.json"), "utf8");
  text = replaced(text, /"nextYear": ?\{\s*"low": ?43/, '"nextYear":{"low":42');
  text = replaced(text, /"reason": ?"short_past"/, '"reason":"no_figures"');
  text = replaced(text, /"code": ?"class_fall"/, '"code":"jump"');
  text = replaced(text, /"nextYear": ?null/, '"nextYear":{"low":1,"high":2}');
  text = replaced(text, /"source": ?"california"/, '"source":"fbi"');
  const changed = join(data, "changed.json");
  await writeFile(changed, text);

  const { out, note } = await run(["python3", "-c", RUN_NATION_TWICE, PROGRAM, data, changed]);
  expect(note).toBe("");
  const lines = out.trim().split("\n");
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^2742 places, 1294 absent: \d{6} values, 0 differences$/),
    "exit code 0",
  ]);
  expect(lines).toHaveLength(9);
  for (const difference of [
    "nextYear.low: 43 here, 42 in the dataset",
    "reason: short_past here, no_figures in the dataset",
    "class_fall here, jump in the dataset",
    "nextYear: None here, {'low': 1, 'high': 2} in the dataset",
    "source: california here, fbi in the dataset",
    "5 differences",
    "exit code 1",
  ]) {
    expect(out).toContain(difference);
  }
});
