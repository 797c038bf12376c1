import type { FormClient } from "./form-client.ts";
import type { ServedSite } from "./served-site.ts";

/** Adds a webhook, keys, 90 days of usage, and a notice to the newest account. Returns the ids of its keys. */
export async function fillAccount(site: ServedSite, holder: FormClient): Promise<readonly number[]> {
  // Its messages are never taken.
  await holder.submit("/dashboard/webhook", { url: "https://hooks.invalid/safety" });
  // The longest name, in one word.
  for (const [name = "", type = ""] of [
    ["W".repeat(60), "live"],
    ["A live key", "live"],
    ["W".repeat(60), "test"],
  ]) {
    await holder.submit("/dashboard/keys/new", {
      name,
      type,
      date: new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10),
    });
  }
  const rows = await site.sql("SELECT id FROM api_keys WHERE account_id = (SELECT max(id) FROM accounts)");
  const keyIds = rows.map((row) => Number(row["id"]));
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  for (let back = 0; back < 90; back++) {
    for (const key of keyIds.slice(0, 3)) {
      const values = [key, today - back * 86_400_000, 100 + back, 5, 3, 1, 0, Date.now()].join(", ");
      await site.sql(
        `INSERT OR REPLACE INTO daily_usage (key_id, day, city, county, batch, stats, other, last_used_at) VALUES (${values})`,
      );
    }
  }
  await site.sql(
    "INSERT OR IGNORE INTO notices (account_id, kind, subject, text, at) SELECT max(id), 'quota_80', strftime('%Y-%m-01', 'now') || '/1000', 'A notice', 4000000000000 FROM accounts",
  );
  return keyIds;
}
