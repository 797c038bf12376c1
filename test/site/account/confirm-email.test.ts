import { describe, expect, test } from "bun:test";
import { FormClient, hiddenFields, PASSWORD } from "../../support/form-client.ts";
import { linkOf } from "../../support/mail-sink.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";

describe.each(PAGE_DIALECTS)("over %s the browser that signed up confirms without the password", async (dialect) => {
  const site = await serveSite(dialect);

  const signedUp = async (email: string, client = new FormClient(site.url), password = PASSWORD) => {
    await client.submit("/sign-up", { email, password });
    return { client, link: linkOf(await site.mail.next(email, "Confirm your email address")) };
  };

  test("once, and then its session works", async () => {
    const { client, link } = await signedUp("here@example.com");
    expect((await client.get(link)).html).not.toContain('type="password"');
    expect((await client.submit(link, {}, "/confirm-email")).location).toBe("/dashboard?after=confirmed");
    expect((await client.get("/dashboard/security")).html).toContain("Signed in");
    expect((await client.get(link)).html).toContain('type="password"');
    expect((await client.submit(link, {}, "/confirm-email")).status).toBe(400);
  });

  test("no other browser does", async () => {
    const { link } = await signedUp("elsewhere@example.com");
    const other = new FormClient(site.url);
    expect((await other.get(link)).html).toContain('type="password"');
    const refused = await other.submit(link, {}, "/confirm-email");
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Enter the password that you chose");
  });

  test("not for the sign-up of someone else with the same address, which replaced this one", async () => {
    const email = "replaced@example.com";
    const victim = await signedUp(email);
    const { link } = await signedUp(email, new FormClient(site.url), "a password of the attacker");
    expect((await victim.client.get(link)).html).toContain('type="password"');
    expect((await victim.client.submit(link, {}, "/confirm-email")).status).toBe(400);
  });

  test("not after a day, and not once the address is confirmed elsewhere", async () => {
    const late = await signedUp("late@example.com");
    await site.sql(`UPDATE verifications SET expires_at = '${new Date(Date.now() - 1000).toISOString()}'`);
    expect((await late.client.submit(late.link, {}, "/confirm-email")).status).toBe(400);
    const { client, link } = await signedUp("confirmed-elsewhere@example.com");
    const phone = new FormClient(site.url);
    expect((await phone.submit(link, { password: PASSWORD }, "/confirm-email")).status).toBe(303);
    expect((await client.submit(link, {}, "/confirm-email")).status).toBe(400);
    expect((await client.get("/dashboard")).location).toBe("/sign-in");
  });

  test("and can create the first key with it: shown once, working, and with a request about a place of another state", async () => {
    const email = "first-key@example.com";
    const { client, link } = await signedUp(email);
    const { html } = await client.get(link);
    expect(html).toContain('name="next" value="first-key"');
    const fields = { ...hiddenFields(html, "/confirm-email"), next: "first-key" };
    const shown = await client.post("/confirm-email", fields);
    expect(shown.status).toBe(201);
    expect(shown.headers.get("cache-control")).toContain("no-store");
    expect(shown.location).toBeNull();
    const [key = ""] = shown.html.match(/svc_test_[0-9A-Za-z]{38}/) ?? [];
    expect(shown.html).toContain(`X-API-Key: ${key}&#39;</span> ${site.url}/v1/us/safety/TX/Austin`);
    expect((await fetch(`${site.url}/v1/us/safety/TX/Austin`, { headers: { "x-api-key": key } })).status).toBe(200);
    expect((await client.get("/dashboard/keys")).html).not.toContain(key);
    expect((await client.post("/confirm-email", fields)).status).toBe(403);
    expect((await client.get("/dashboard/keys")).html.match(/>First key</g)).toHaveLength(1);
    expect((await client.get(link)).html).not.toContain("create my first key");
  });

  test("and makes one key only of a form that is sent twice, with the password", async () => {
    const { client, link } = await signedUp("twice@example.com");
    const phone = new FormClient(site.url);
    const fields = { ...hiddenFields((await phone.get(link)).html, "/confirm-email"), next: "first-key" };
    const wrong = await phone.post("/confirm-email", { ...fields, password: "another one of them" });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('value="first-key"');
    const again = new FormClient(site.url);
    for (const name of ["form"]) again.setCookie(name, phone.cookie(name) ?? "");
    const [first, second] = [
      await phone.post("/confirm-email", { ...fields, password: PASSWORD }),
      await again.post("/confirm-email", { ...fields, password: PASSWORD }),
    ];
    expect([first.status, second.status]).toEqual([201, 303]);
    expect(second.location).toBe("/dashboard/keys?after=shown");
    expect((await client.get("/dashboard")).location).toBe("/sign-in");
  });
});
