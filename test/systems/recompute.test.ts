import { expect, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copiedData } from "../dataset/official-files.ts";

const python = Bun.which("python3");
const PROGRAM = join(import.meta.dir, "../../research/recompute.py");

/** Runs the program with the snapshot of the folder, then with another one. Python keeps the fitted model for the second run. */
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

import { HANG_MS } from "../support/until.ts";

/** The snapshot's text with one replacement, which must apply. */
function replaced(text: string, pattern: RegExp, by: string): string {
  const changed = text.replace(pattern, by);
  expect(changed).not.toBe(text);
  return changed;
}

test(
  python === null
    ? "without Python the recomputation is left to CI"
    : "an independent program in Python gets every record, interval, and year, and sees each changed figure",
  async () => {
    if (python === null) return;
    const data = await copiedData();
    let text = await readFile(join(data, "dataset.json"), "utf8");
    text = replaced(text, /"safety_score": ?53,/, '"safety_score":54,');
    text = replaced(text, /"nextYear": ?\{\s*"low": ?43/, '"nextYear":{"low":42');
    text = replaced(text, /"reason": ?"shared_police"/, '"reason":"no_figures"');
    text = replaced(text, /"code": ?"missing_reports"/, '"code":"jump"');
    const changed = join(data, "changed.json");
    await writeFile(changed, text);

    const child = Bun.spawn([python, "-c", RUN_TWICE, PROGRAM, data, changed], { stdio: ["ignore", "pipe", "pipe"] });
    const [out, note] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect(note).toBe("");
    expect(out.trim().split("\n")).toEqual([
      expect.stringMatching(/^446 cities, 54 counties, 37 absent cities: \d{5} values, 0 differences$/),
      "exit code 0",
      expect.stringContaining("record.safety_score: 53 here, 54 in the snapshot"),
      expect.stringContaining("intervals.nextYear.low: 43 here, 42 in the snapshot"),
      expect.stringContaining("cautions[0]: missing_reports here, jump in the snapshot"),
      expect.stringContaining("reason: shared_police here, no_figures in the snapshot"),
      expect.stringContaining("4 differences"),
      "exit code 1",
    ]);
  },
  HANG_MS,
);
