import { describe, expect, test } from "bun:test";
import { FormClient, PASSWORD } from "../../support/form-client.ts";
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
});
