import { expect, test } from "bun:test";
import { REQUEST_KINDS } from "../../../src/access/decision.ts";
import { recordFrom } from "../../../src/base/named-table.ts";
import { limitReachedAtMs } from "../../../src/site/account/dashboard/overview.tsx";
import { UsageChart } from "../../../src/site/account/dashboard/usage-chart.tsx";
import { type UsageReport, usageReport } from "../../../src/site/account/dashboard/usage-report.ts";

const DAY_MS = 86_400_000;
const NONE = recordFrom(REQUEST_KINDS.map((kind) => [kind, 0] as const));

/** Keys with these requests on the first of two days, and refused requests on the second. */
function reportOf(requests: readonly number[], refused: readonly number[] = []) {
  const usage = requests.map((city, index) => ({
    keyId: index + 1,
    dayMs: 0,
    counts: { ...NONE, city },
  }));
  const refusals = refused.map((count, index) => ({
    keyId: index + 1,
    dayMs: DAY_MS,
    code: "burst_exceeded" as const,
    requests: count,
  }));
  return usageReport([0, DAY_MS], usage, refusals, []);
}

test("each key has its own series, busiest first, and refused requests are counted by day and reason", () => {
  const report = reportOf([1, 3, 2, 4], [5, 6]);
  expect(report.series.map(({ title, counts }) => [title, counts])).toEqual([
    ["key 4", [4, 0]],
    ["key 2", [3, 0]],
    ["key 3", [2, 0]],
    ["key 1", [1, 0]],
  ]);
  expect(report.total).toBe(10);
  expect(report.refused).toEqual([0, 11]);
  expect(report.reasons).toEqual([{ code: "burst_exceeded", requests: 11, lastDayMs: DAY_MS }]);
});

const namesIn = (report: UsageReport) =>
  [...String(UsageChart({ report })).matchAll(/<text class="end-name"[^>]*>([^<]*)</g)].map(([, name]) => name);

test("a name of the widest letters is cut to the room beside the bars", () => {
  const report = reportOf([1]);
  const wide = { ...report, series: report.series.map((one) => ({ ...one, title: "W".repeat(60) })) };
  expect(new Set(namesIn(wide))).toEqual(new Set([`${"W".repeat(9)}…`, `${"W".repeat(5)}…`]));
});

test("the chart names up to four keys; of more, the others share a name, and the sum stays", () => {
  const names = (count: number) => namesIn(reportOf(Array.from({ length: count }, (_, index) => index + 1)));
  expect([...new Set(names(4))].toSorted()).toEqual(["key 1", "key 2", "key 3", "key 4"]);
  expect([...new Set(names(6))].toSorted()).toEqual(["3 others", "key 4", "key 5", "key 6"]);
});

test("the names of keys without requests on the last day do not overlap", () => {
  const html = String(UsageChart({ report: reportOf([1, 2, 3, 4]) }));
  for (const drawing of html.split("<svg").slice(1)) {
    const rows = [...drawing.matchAll(/<text class="end-name"[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
    expect(rows).toHaveLength(4);
    const distances = rows.slice(1).map((y, index) => y - (rows[index] ?? 0));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(18);
  }
});

test("the limit is announced from the fifth day on, if the month's average rate reaches it before the quota resets", () => {
  const resetsAtMs = Date.UTC(2026, 11, 1);
  const at = (day: number, used: number) => {
    const nowMs = Date.UTC(2026, 10, day);
    const reached = limitReachedAtMs({ limit: 1_000, used, remaining: 1_000 - used, resetsAtMs }, nowMs);
    return reached === null ? null : new Date(reached).toISOString().slice(0, 10);
  };
  expect(at(11, 500)).toBe("2026-11-21");
  expect(at(4, 900)).toBeNull();
  expect(at(11, 333)).toBeNull();
  expect(at(11, 1_000)).toBeNull();
  expect(at(11, 0)).toBeNull();
});
