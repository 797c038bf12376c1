import { describe, expect, test } from "bun:test";
import { type Answer, dashboardToken, type FormClient, hiddenFields } from "../../support/form-client.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";

const NEW_KEY = "/dashboard/keys/new";
const FORM = { name: "Website", type: "live", date: "" };

function secretOf(answer: Answer): string {
  const secret = /<code class="secret" id="key">(svc_(?:live|test)_\w{38})<\/code>/.exec(answer.html)?.[1];
  if (!secret) throw new Error(`no key on the page: ${answer.html}`);
  return secret;
}

describe.each(PAGE_DIALECTS)("keys in the dashboard over %s", async (dialect) => {
  const site = await serveSite(dialect);
  const alice = await newAccountHolder(site, "alice@example.com");
  const charlie = await newAccountHolder(site, "charlie@example.com");
  await site.sql("UPDATE accounts SET plan = 'pro'");

  async function statusOf(secret: string): Promise<number> {
    const response = await fetch(`${site.url}/v1/safety/Irvine`, { headers: { "X-API-Key": secret } });
    await response.text();
    return response.status;
  }

  async function createKey(client: FormClient, fields: Partial<typeof FORM> = {}) {
    const answer = await client.submit(NEW_KEY, { ...FORM, ...fields });
    const rows = await site.sql("SELECT max(id) AS id FROM api_keys");
    return { answer, secret: secretOf(answer), id: Number(rows[0]?.["id"]) };
  }

  test("a created key works immediately and is shown only on the page that answers its creation", async () => {
    const { answer, secret } = await createKey(alice);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.html.replaceAll(/<[^>]+>/g, "")).toContain(
      `curl -H &#39;X-API-Key: ${secret}&#39; ${site.url}/v1/safety/Irvine`,
    );
    expect(await statusOf(secret)).toBe(200);
    for (const path of ["/dashboard", "/dashboard/keys", NEW_KEY, "/dashboard/usage", "/dashboard/security"]) {
      expect((await alice.get(path)).html).not.toContain(secret);
    }
    const list = await alice.get("/dashboard/keys");
    expect(list.html).toContain(`svc_live_…${secret.slice(-4)}`);
  });

  test("the page of a key has its use, its refused requests by reason, a new name, and its end", async () => {
    const { secret, id } = await createKey(alice, { type: "test" });
    expect(await statusOf(secret)).toBe(200);
    const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    await site.sql(
      `INSERT INTO refused_requests (day, key_id, code, requests) VALUES (${today}, ${id}, 'burst_exceeded', 7)`,
    );
    const page = `/dashboard/keys/${id}`;
    const { html } = await alice.get(page);
    for (const shown of [
      "<h1>Website</h1>",
      "99 of 100",
      "1 request in the last 30 days",
      "Too many requests at once",
    ]) {
      expect(html).toContain(shown);
    }
    expect(html.replaceAll(/<[^>]+>/g, "")).toContain("7 in the last 30 days, not counted");
    expect((await alice.get("/dashboard")).html).toContain(`href="${page}">Website`);

    expect((await alice.submit(page, { name: "a\nb" })).html).toContain('id="name-error"');
    expect((await alice.submit(page, { name: " Nightly report " })).location).toBe(`${page}?after=renamed`);
    expect((await alice.get(`${page}?after=renamed`)).html).toContain("<h1>Nightly report</h1>");
    expect(await statusOf(secret)).toBe(200);
    const log = (await alice.get("/dashboard/security")).html.replaceAll(/<[^>]+>/g, "");
    expect(log).toContain("Key renamed Nightly report");
    expect(log).toContain("alice@example.com, ");
    const [event] = await site.sql(`SELECT detail FROM audit_events WHERE name = 'key_renamed' AND key_id = ${id}`);
    expect(event?.["detail"]).toBe(`svc_test_…${secret.slice(-4)}`);

    const wrong = await alice.submit(page, { addresses: "203.0.113.0/24\nhome" }, `${page}/addresses`);
    expect(wrong.html).toContain("“home” is neither an IP address nor a network");
    expect(wrong.html).toContain("203.0.113.0/24\nhome</textarea>");
    const restricted = await alice.submit(page, { addresses: "203.0.113.0/24\n::1" }, `${page}/addresses`);
    expect([restricted.location, await statusOf(secret)]).toEqual([`${page}?after=restricted`, 403]);
    expect((await alice.get(page)).html).toContain("<dd>203.0.113.0/24, ::1</dd>");
    expect((await alice.get("/dashboard/security")).html).toContain(": 203.0.113.0/24 ::1");
    await alice.submit(page, { addresses: "" }, `${page}/addresses`);
    expect(await statusOf(secret)).toBe(200);

    expect((await alice.get(`${page}/revoke`)).html).toContain("This key was used in the last 7 days");
    expect(await statusOf(secret)).toBe(200);
    const done = await alice.submit(`${page}/revoke`, {});
    expect([done.location, await statusOf(secret)]).toEqual(["/dashboard/keys?after=revoked", 403]);
    expect((await alice.get(done.location ?? "")).html).toContain('role="status"');
    const revoked = await alice.get(page);
    expect(revoked.html).toContain("Revoked");
    expect(revoked.html).not.toContain(`${page}/reissue"`);
    expect((await alice.get(`${page}/reissue`)).location).toBe(page);
  });

  // The rest sends PostgreSQL no statements of its own.
  if (dialect === "postgres") return;

  test("a replaced key shows the end of its grace period as its expiry", async () => {
    const { id } = await createKey(alice);
    await alice.submit(`/dashboard/keys/${id}/reissue`, { grace: "hour" });
    const rows = (await alice.get("/dashboard/keys")).html.split("<tr>");
    const replaced = rows.find((row) => row.includes(">Replaced<")) ?? "";
    expect(replaced).toMatch(/until <time datetime="[^"]*" title="\w{3} \d+, \d{4}, \d\d:\d\d UTC"/);
  });

  test("sending the same form again creates no second key and shows none", async () => {
    const hidden = hiddenFields((await alice.get(NEW_KEY)).html, NEW_KEY);
    const first = await alice.post(NEW_KEY, { ...FORM, ...hidden });
    const before = await site.sql("SELECT count(*) AS n FROM api_keys");
    const second = await alice.post(NEW_KEY, { ...FORM, ...hidden });
    expect(second.location).toBe("/dashboard/keys?after=shown");
    expect(second.html).not.toContain(secretOf(first));
    expect(await site.sql("SELECT count(*) AS n FROM api_keys")).toEqual(before);
  });

  test.each([
    ["none", 403],
    ["hour", 200],
    ["day", 200],
    ["week", 200],
  ])("a reissue with grace %s leaves the old key with %d, and the new one works", async (grace, status) => {
    const { secret, id } = await createKey(alice);
    const answer = await alice.submit(`/dashboard/keys/${id}/reissue`, { grace });
    expect(await statusOf(secretOf(answer))).toBe(200);
    expect(await statusOf(secret)).toBe(status);
    await site.sql(
      `UPDATE api_keys SET grace_ends_at = ${Date.now() - 1} WHERE id = ${id} AND grace_ends_at IS NOT NULL`,
    );
    expect(await statusOf(secret)).toBe(403);
    expect(await statusOf(secretOf(answer))).toBe(200);
    await alice.submit(`/dashboard/keys/${id + 1}/revoke`, {});
  });

  test("a fifth test key on a day is refused with the time when it is possible", async () => {
    const bob = await newAccountHolder(site, "erin@example.com");
    for (let count = 0; count < 4; count++) {
      const key = await createKey(bob, { type: "test" });
      await bob.submit(`/dashboard/keys/${key.id}/revoke`, {});
    }
    const refused = await bob.submit(NEW_KEY, { ...FORM, type: "test" });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/has had 4 test keys today, .* after \w{3} \d+, \d{4}, 00:00 UTC/);
  });

  test("Charlie finds nothing under the ids of Alice's keys, and cannot change them", async () => {
    const { secret, id } = await createKey(alice);
    const own = await createKey(charlie, { type: "test" });
    for (const page of ["", "/revoke", "/reissue"]) {
      expect((await charlie.get(`/dashboard/keys/${id}${page}`)).status).toBe(404);
    }
    const csrf = await dashboardToken(charlie);
    const once = "a-nonce-of-charlie";
    for (const path of ["", "/revoke", "/reissue"]) {
      const fields = { csrf, once, grace: "none", name: "Charlie's" };
      expect((await charlie.post(`/dashboard/keys/${id}${path}`, fields)).status).toBe(404);
    }
    expect((await alice.get(`/dashboard/keys/${id}`)).html).toContain("<h1>Website</h1>");
    expect(await statusOf(secret)).toBe(200);
    expect(await statusOf(own.secret)).toBe(200);
    const pages = await Promise.all(
      ["/dashboard", "/dashboard/keys", "/dashboard/usage", "/dashboard/usage.csv", "/dashboard/security"].map((path) =>
        charlie.get(path),
      ),
    );
    for (const { html } of pages) {
      expect(html).not.toContain(secret.slice(-4));
      expect(html).not.toContain("alice@example.com");
    }
  });

  test.each(["0", "-1", "999999", "1e3", "x", "%00", "9007199254740993"])("the id %s is not found", async (id) => {
    for (const page of ["", "/revoke"]) expect((await alice.get(`/dashboard/keys/${id}${page}`)).status).toBe(404);
  });

  test("the plan's number of keys applies, and the refusal says what to do", async () => {
    const bob = await newAccountHolder(site, "bob@example.com");
    await createKey(bob);
    await createKey(bob);
    const refused = await bob.submit(NEW_KEY, { ...FORM, name: "One more" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Your plan allows 2 active live keys at a time");
    expect(refused.html).toContain('value="One more"');
  });

  test("an expiry is stored, and the key ends then", async () => {
    const { secret, id } = await createKey(charlie, { date: "2099-12-31" });
    const rows = await site.sql(`SELECT expires_at FROM api_keys WHERE id = ${id}`);
    expect(Number(rows[0]?.["expires_at"])).toBe(Date.UTC(2100, 0, 1));
    expect((await charlie.get("/dashboard/keys")).html).toMatch(/until <time [^>]*>Dec 31, 2099</);
    await site.sql(`UPDATE api_keys SET expires_at = ${Date.now() - 1} WHERE id = ${id}`);
    expect(await statusOf(secret)).toBe(403);
    expect((await charlie.get("/dashboard/keys")).html).toContain("Expired");
  });

  test.each([
    ["no name", { name: "  " }, "name-error"],
    ["a name of 61 characters", { name: "x".repeat(61) }, "name-error"],
    ["a name of two lines", { name: "one\ntwo" }, "name-error"],
    ["a name with a line separator", { name: "one\u2028two" }, "name-error"],
    ["a name that changes the text direction", { name: "live\u202etset" }, "name-error"],
    ["a name that nobody sees", { name: "\u200b\u2060" }, "name-error"],
    ["another type", { type: "root" }, "type-error"],
    ["a day that is over", { date: "2020-01-01" }, "date-error"],
    ["a day that does not exist", { date: "2099-13-45" }, "date-error"],
    ["a day that its month does not have", { date: "2099-02-29" }, "date-error"],
    ["a day after the year 9999", { date: "10000-01-01" }, "date-error"],
  ])("the form of a new key refuses %s beside the field and keeps the rest", async (_, fields, id) => {
    const answer = await alice.submit(NEW_KEY, { ...FORM, ...fields });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain(`id="${id}"`);
    expect(answer.html).toContain('role="alert"');
    if (!("name" in fields)) expect(answer.html).toContain('value="Website"');
  });

  test("a name is shown as text, whatever it contains", async () => {
    const name = `<script>alert(1)</script>"'&`;
    await alice.submit(NEW_KEY, { ...FORM, name });
    const { html } = await alice.get("/dashboard/keys");
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;");
  });
});
