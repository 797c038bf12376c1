import { describe, expect, test } from "bun:test";
import { signJWT } from "better-auth/crypto";
import { FormClient, hiddenFields, PASSWORD, signIn, signUp } from "../../support/form-client.ts";
import { linkOf } from "../../support/mail-sink.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { SECRET, serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";

describe.each(PAGE_DIALECTS)("signing up over %s", async (dialect) => {
  const site = await serveSite(dialect);

  test.each(["r&d@example.com", "user@xn--e1afmkfd.xn--p1ai"])(
    "%s signs up, in, and resets its password",
    async (email) => {
      await signUp(site, email);
      expect((await (await signIn(site, email)).get("/dashboard/security")).html).toContain(
        email.replace("&", "&amp;"),
      );
      expect(await site.sql(`SELECT email FROM users WHERE email = '${email}'`)).toHaveLength(1);
      // A second sign-up is told by email alone that there is an account.
      await new FormClient(site.url).submit("/sign-up", { email, password: "quiet marble north canoe" });
      await site.mail.next(email, "You already have an account");
      const client = new FormClient(site.url);
      await client.submit("/forgot-password", { email });
      const link = linkOf(await site.mail.next(email, "Set a new password"));
      const password = "slow copper lantern tide";
      await client.submit(link, { password }, "/reset-password");
      expect((await (await signIn(site, email, password)).get("/dashboard")).status).toBe(200);
    },
  );

  test("the account that a command made stays when a sign-up for it is taken over", async () => {
    const email = "made-by-command@example.com";
    await site.sql(`INSERT INTO accounts (email, plan, created_at) VALUES ('${email}', 'pro', ${Date.now()})`);
    await site.sql(`INSERT INTO audit_events (account_id, at, name, via, detail)
      SELECT id, created_at, 'account_created', 'command', '' FROM accounts WHERE email = '${email}'`);
    await new FormClient(site.url).submit("/sign-up", { email, password: "quiet marble north canoe" });
    await site.mail.next(email, "Confirm your email address");
    const holder = await signUp(site, email);
    expect((await holder.get("/dashboard/plan")).html).toContain("<strong>Pro</strong>");
  });

  // The rest sends PostgreSQL no statements of its own.
  if (dialect === "postgres") return;

  test("an account does not work before its address is confirmed, and a correct password sends a new email", async () => {
    const email = "unconfirmed@example.com";
    await new FormClient(site.url).submit("/sign-up", { email, password: PASSWORD });
    const first = await site.mail.next(email, "Confirm your email address");
    const client = new FormClient(site.url);
    // Mail scanners open links too.
    expect((await client.get(linkOf(first))).status).toBe(200);
    const answer = await client.submit("/sign-in", { email, password: PASSWORD });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("not confirmed yet");
    expect((await client.get("/dashboard")).location).toBe("/sign-in");
    expect(linkOf(await site.mail.next(email, first.subject))).toContain("/confirm-email?token=");
  });

  test("someone who signs up another person cannot learn from signing in or requesting a link whether there was an account", async () => {
    await newAccountHolder(site, "asked@example.com");
    const password = "a password of the curious";
    const answersFor = async (email: string) => {
      await new FormClient(site.url).submit("/sign-up", { email, password });
      const answers = [];
      for (let round = 0; round < 4; round++) {
        answers.push(await new FormClient(site.url).submit("/sign-in", { email, password }));
      }
      answers.push(await new FormClient(site.url).submit("/forgot-password", { email }));
      return answers.map(({ status, html }) => ({
        status,
        html: html.replaceAll(email, "ADDRESS").replaceAll(/name="csrf" value="[^"]*"/g, ""),
      }));
    };
    expect(await answersFor("asked@example.com")).toEqual(await answersFor("not-asked@example.com"));
  });

  test("confirming an address in a browser that is signed in ends its session", async () => {
    const client = await newAccountHolder(site, "first@example.com");
    const before = client.cookie("safety.session_token") ?? "";
    await new FormClient(site.url).submit("/sign-up", { email: "second@example.com", password: PASSWORD });
    const link = linkOf(await site.mail.next("second@example.com", "Confirm your email address"));
    expect((await client.submit(link, { password: PASSWORD }, "/confirm-email")).location).toBe(
      "/dashboard?after=confirmed",
    );
    const old = new FormClient(site.url);
    old.setCookie("safety.session_token", before);
    expect((await old.get("/dashboard")).location).toBe("/sign-in");
  });

  test("a password of 512 characters works, each of two UTF-16 units", async () => {
    const email = "emoji@example.com";
    const password = "🜁🌲🧭🎲".repeat(128);
    await signUp(site, email, password);
    expect((await (await signIn(site, email, password)).get("/dashboard")).status).toBe(200);
  });

  test("composed and decomposed letters are the same in a password", async () => {
    const email = "accent@example.com";
    await signUp(site, email, "caf\u00e9 plum orbit lantern");
    const client = await signIn(site, email, "cafe\u0301 plum orbit lantern");
    expect((await client.get("/dashboard")).status).toBe(200);
  });

  test("a link with a forged token, or with our signature but no user, is refused", async () => {
    const email = "unbound@example.com";
    await new FormClient(site.url).submit("/sign-up", { email, password: PASSWORD });
    for (const token of ["eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImEifQ.x", await signJWT({ email }, SECRET, 60)]) {
      const answer = await new FormClient(site.url).get(`/confirm-email?token=${token}`);
      expect([answer.status, answer.html]).toEqual([400, expect.stringContaining("The link no longer works")]);
    }
  });

  test("emails to one address are limited, over all browsers", async () => {
    const answers = [];
    for (let round = 0; round < 6; round++) {
      const client = new FormClient(site.url);
      answers.push(await client.submit("/sign-up", { email: "flooded@example.com", password: PASSWORD }));
    }
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers.at(-1)?.html).toContain("Too many attempts");
  });
});

describe("the sign-up form", async () => {
  const site = await serveSite();

  test.each([
    ["that is empty", "", "12 characters or more"],
    ["of eleven characters", "eleven char", "12 characters or more"],
    ["that leaked often", "password1234", "too common"],
    ["in a sequence", "123456789012", "too common"],
    ["along the keyboard", "qwertyuiop123", "too common"],
    ["of one character", "aaaaaaaaaaaaaaaa", "too common"],
    ["that is the address", "carol@example.com", "too common"],
    ["of 513 characters", "plum orbit ".repeat(47), "at most 512"],
  ])("refuses a password %s beside its field, with a summary on top", async (_, password, said) => {
    const email = "carol@example.com";
    const answer = await new FormClient(site.url).submit("/sign-up", { email, password });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("There is a problem");
    expect(answer.html).toContain('id="password-error"');
    expect(answer.html).toContain(said);
    expect(answer.html).toContain(`value="${email}"`);
    expect(/<input id="password"[^>]*>/.exec(answer.html)?.[0]).not.toContain("value");
  });

  test.each(["correct horse battery", "жжжжжж plum orbit", "🜁🜂🜃🜄 four elements of old"])(
    "accepts the long password %p",
    async (password) => {
      const answer = await new FormClient(site.url).submit("/sign-up", { email: "dora@example.com", password });
      expect(answer.html).toContain("Check your email");
    },
  );

  test.each(["", "nobody", "a@b", "two@@example.com"])(
    "refuses the address %p and keeps it in the form",
    async (email) => {
      const answer = await new FormClient(site.url).submit("/sign-up", { email, password: PASSWORD });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain('id="email-error"');
      expect(answer.html).toContain(`value="${email}"`);
      expect(answer.html).not.toContain(PASSWORD);
    },
  );

  test("attempts with a refused password count too, because checking them is work", async () => {
    const other = await serveSite();
    const client = new FormClient(other.url);
    const page = hiddenFields((await client.get("/sign-up")).html, "/sign-up");
    const statuses = [];
    for (let round = 0; round < 31; round++) {
      const fields = { ...page, email: `many-${round}@example.com`, password: "password1234" };
      statuses.push((await client.post("/sign-up", fields)).status);
    }
    await other.stop();
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
  });

  test("an empty form reports every field at once", async () => {
    const { html } = await new FormClient(site.url).submit("/sign-up", { email: "", password: "" });
    expect(html).toContain('href="#email"');
    expect(html).toContain('href="#password"');
  });
});
