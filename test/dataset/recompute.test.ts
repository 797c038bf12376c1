import { expect, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copiedData } from "./official-files.ts";

/** The program fits the moves of sixteen years: some seconds, several times that on a busy machine. */
const RECOMPUTE_MS = 300_000;
const python = Bun.which("python3");

async function recompute(data: string): Promise<{ exitCode: number; lines: readonly string[]; note: string }> {
  const program = join(import.meta.dir, "../../scripts/recompute.py");
  const child = Bun.spawn([python ?? "python3", program, data], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, note, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, lines: out.trim().split("\n"), note };
}

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
    const right = await recompute(data);
    expect(right.note).toBe("");
    expect(right.lines).toEqual([
      expect.stringMatching(/^446 cities, 54 counties, 37 absent cities: \d{5} values, 0 differences$/),
    ]);
    expect(right.exitCode).toBe(0);

    const file = join(data, "snapshot.json");
    let text = await readFile(file, "utf8");
    text = replaced(text, /"safety_score": ?53,/, '"safety_score":54,');
    text = replaced(text, /"nextYear": ?\{\s*"low": ?43/, '"nextYear":{"low":42');
    text = replaced(text, /"reason": ?"shared_police"/, '"reason":"no_figures"');
    text = replaced(text, /"code": ?"missing_reports"/, '"code":"jump"');
    await writeFile(file, text);
    const wrong = await recompute(data);
    expect(wrong.exitCode).toBe(1);
    expect(wrong.lines).toEqual([
      expect.stringContaining("record.safety_score: 53 here, 54 in the snapshot"),
      expect.stringContaining("intervals.nextYear.low: 43 here, 42 in the snapshot"),
      expect.stringContaining("cautions[0]: missing_reports here, jump in the snapshot"),
      expect.stringContaining("reason: shared_police here, no_figures in the snapshot"),
      expect.stringContaining("4 differences"),
    ]);
  },
  RECOMPUTE_MS,
);
