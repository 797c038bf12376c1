import { expect, test } from "bun:test";
import type { Account } from "../../../src/accounts/account.ts";
import { QuotaMeter } from "../../../src/site/account/dashboard/overview.tsx";
import { words } from "../../support/site-pages.ts";

const NOW_MS = Date.UTC(2026, 2, 10);
const account = { plan: "free", noticesOff: [] } as unknown as Account;

test.each([
  { used: 0, limit: 1_000, share: 0, color: "ink" },
  { used: 123, limit: 1_000, share: 12.3, color: "ink" },
  { used: 799, limit: 1_000, share: 79.9, color: "ink" },
  { used: 800, limit: 1_000, share: 80, color: "near-limit" },
  { used: 999, limit: 1_000, share: 99.9, color: "near-limit" },
  { used: 1_000, limit: 1_000, share: 100, color: "refused" },
  { used: 1_500, limit: 1_000, share: 100, color: "refused" },
  { used: 0, limit: 0, share: 100, color: "refused" },
])("$used of $limit requests fill $share% of the meter, in the color $color", ({ used, limit, share, color }) => {
  const remaining = Math.max(limit - used, 0);
  const month = { used, limit, remaining, resetsAtMs: Date.UTC(2026, 3, 1) };
  const html = String(QuotaMeter({ month, account, nowMs: NOW_MS, role: "owner" }));
  const bars = [...html.matchAll(/<rect class="([\w-]+)" width="([\d.]+)%"/g)].map(([, name, width]) => [
    name,
    Number(width),
  ]);
  expect(bars).toEqual([
    ["track", 100],
    [color, share],
  ]);
  const said = words(html);
  expect(said).toContain(`${used.toLocaleString("en-US")} of ${limit.toLocaleString("en-US")} on`);
  expect(said).toContain(remaining === 0 ? "Limit reached" : `${remaining.toLocaleString("en-US")} left.`);
});
