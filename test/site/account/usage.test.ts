import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { REQUEST_KINDS } from "../../../src/access/decision.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";

/** The key of the tests sends one request of each. */
const REQUESTED: readonly string[] = ["city", "county", "stats", "batch", "explain"];

describe.each(PAGE_DIALECTS)("usage over %s", async (dialect) => {
  const site = await serveSite(dialect);
  const alice = await newAccountHolder(site, "alice@example.com");
  const live = await createKey("=HYPERLINK(1)", "live");

  async function createKey(name: string, type: string): Promise<string> {
    const { html } = await alice.submit("/dashboard/keys/new", { name, type, date: "" });
    return /svc_(?:live|test)_\w{38}/.exec(html)?.[0] ?? "";
  }

  function request(path: string, key: string, init: RequestInit = {}) {
    return fetch(site.url + path, { ...init, headers: { "X-API-Key": key, "Content-Type": "application/json" } });
  }

  test("before the first request the overview says what to do", async () => {
    const { html } = await alice.get("/dashboard");
    expect(html).toContain("Your first request");
    expect(html).toContain("1,000 left");
    expect((await alice.get("/dashboard/usage")).html).toContain("No requests in the last 30 days");
  });

  test("without a key, one button on the overview creates a test key", async () => {
    const carol = await newAccountHolder(site, "carol@example.com");
    const { html } = await carol.submit("/dashboard", {}, "/dashboard/keys/new");
    const key = /svc_test_\w{38}/.exec(html)?.[0] ?? "";
    expect((await request("/v1/safety/Irvine", key)).status).toBe(200);
    expect((await carol.get("/dashboard")).html).toContain("1</b> of 100 requests today");
  });

  test("each admitted request is shown in the chart and in the remaining count", async () => {
    await request("/v1/safety/Irvine", live);
    await request("/v1/safety/county/Orange", live);
    await request("/v1/stats", live);
    await request("/v1/safety/batch", live, { method: "POST", body: '{"cities":["Irvine"]}' });
    await request("/v1/explain/Irvine", live);
    const overview = await alice.get("/dashboard");
    expect(overview.html).toContain("995 left");
    expect(overview.html).toContain(`<rect class="ink" width="0.5%"`);
    expect(overview.html).not.toContain("Your first request");
    const { html } = await alice.get("/dashboard/usage");
    expect(html).toContain("5 requests in the last 30 days");
  });

  test("the file has a line for each day and key, and no cell that a spreadsheet treats as a formula", async () => {
    const answer = await alice.get("/dashboard/usage.csv");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="safety-usage-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const whole = await fetch(`${alice.url}/dashboard/usage.csv`, { headers: { cookie: alice.cookieHeader } });
    // Otherwise spreadsheets read UTF-8 as another coding. `text()` drops it.
    expect(
      Buffer.from(await whole.arrayBuffer())
        .subarray(0, 6)
        .toString(),
    ).toBe("\uFEFFday");
    const rows = parse(answer.html);
    const today = new Date().toISOString().slice(0, 10);
    expect(rows).toEqual([
      ["day_utc", "key", "key_name", "key_type", ...REQUEST_KINDS, "all"],
      [
        today,
        `svc_live_…${live.slice(-4)}`,
        "'=HYPERLINK(1)",
        "live",
        ...REQUEST_KINDS.map((kind) => (REQUESTED.includes(kind) ? "1" : "0")),
        String(REQUESTED.length),
      ],
    ]);
  });

  test("every month since the account's first that is kept has its counts and its file", async () => {
    const { html } = await alice.get("/dashboard/usage/months");
    const month = new Date().toISOString().slice(0, 7);
    const rows = [...html.matchAll(/<tr><th scope="row">([^<]+)<\/th>(.*?)<\/tr>/g)].map(([, name, cells = ""]) => [
      name,
      cells
        .replaceAll(/<[^>]+>/g, " ")
        .trim()
        .split(/ +/),
    ]);
    const title = new Date().toLocaleString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
    expect(rows).toEqual([[`${title}, so far`, ["5", "0", "CSV"]]]);
    const answer = await alice.get(`/dashboard/usage.csv?month=${month}`);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="safety-usage-${month}.csv"`);
    expect(parse(answer.html)).toHaveLength(2);
    expect(parse((await alice.get("/dashboard/usage.csv?month=2020-01")).html)).toHaveLength(1);
  });

  test("a plan change by an operator is shown immediately", async () => {
    await site.sql("UPDATE accounts SET plan = 'enterprise'");
    expect((await alice.get("/dashboard")).html).toContain("of 1,000,000 on");
    expect((await alice.get("/dashboard/plan")).html).toContain("Enterprise (yours)");
  });
});
