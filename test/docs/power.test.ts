import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import result from "../../data/backtest.json" with { type: "json" };

const ROOT = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

function percent(loss: string, months: number, size: string | null, of: "withheld" | "caution" = "withheld"): number {
  const row = result.power.rows.find((one) => one.loss === loss && one.months === months && one.size === size);
  return Math.round(100 * (row?.[of] ?? Number.NaN));
}

const SIZES = ["1,000 to 4,999", "5,000 to 9,999", "10,000 to 49,999", "50,000 to 199,999", "200,000 and more"];

test("the table of what the tests find has the computed shares", () => {
  const rows = [3, 6, 9].map((months) => {
    const alone = [null, ...SIZES].map((size) => percent("all classes", months, size));
    const single = `${percent("one class", months, null)}, ${percent("one class", months, null, "caution")}`;
    return `| ${[months, ...alone, single, percent("all cities of a county", months, null)].join(" | ")} |`;
  });
  expect(read("docs/backtest.md")).toContain(rows.join("\n"));
});

test("every document that says what the tests find has the computed shares", () => {
  const words = `${percent("all classes", 6, null)}% of losses of six months`;
  const less = `${percent("all classes", 3, null)}% of losses of three`;
  for (const path of ["README.md", "docs/methodology.md"]) {
    expect([path, read(path).includes(words), read(path).includes(less)]).toEqual([path, true, true]);
  }
});
