import { expect, test } from "bun:test";
import { safety } from "../support/command.ts";
import { FormClient, PASSWORD, signIn } from "../support/form-client.ts";
import { linkOf } from "../support/mail-sink.ts";
import { SECRET, serveSite } from "../support/served-site.ts";
import { invitationEmail, switchTo } from "../support/team.ts";

const COMPANY = "company@example.com";
const site = await serveSite("sqlite", { SIGN_UP: "closed" });
const settings = { DATABASE_URL: site.databaseUrl, SMTP_URL: site.mail.url, BASE_URL: site.url, SECRET };
const account = (...words: string[]) => safety(settings, "account", ...words);

async function listed(): Promise<unknown> {
  const rows: { email: string; role: string; state: string }[] = JSON.parse(
    (await account("members", COMPANY, "--json")).out,
  );
  return rows.map(({ email, role, state }) => `${email} ${role} ${state}`);
}

async function join(email: string): Promise<FormClient> {
  const client = new FormClient(site.url);
  await client.submit(linkOf(await invitationEmail(site, email)), { password: PASSWORD }, "/join");
  return client;
}

test("an operator fills a closed server's first account with people, changes them, and hands it over", async () => {
  await account("create", COMPANY);
  expect((await account("members", COMPANY)).note).toBe(`Nobody has signed in to the account of ${COMPANY} yet.\n`);
  await account("invite", COMPANY, "ann@example.com", "--role", "owner");
  await account("invite", COMPANY, "ben@example.com");
  await invitationEmail(site, "ben@example.com");
  const ann = await join("ann@example.com");
  expect(await listed()).toEqual(["ann@example.com owner joined", "ben@example.com developer invited"]);
  expect((await account("remove", COMPANY, "ben@example.com")).note).toContain("The invitation of ben@example.com is");
  const alone = await account("remove", COMPANY, "ann@example.com");
  expect([alone.exitCode, alone.note]).toEqual([1, expect.stringContaining("This is the only owner.")]);

  const moved = await account("role", COMPANY, "ann@example.com", "owner", "--main");
  expect([moved.exitCode, moved.note]).toEqual([0, expect.stringMatching(/goes by this address/)]);
  expect((await ann.get("/dashboard/people")).html).toContain("Main owner");
  expect((await account("members", COMPANY)).exitCode).toBe(1);

  await account("invite", "ann@example.com", "ben@example.com", "--role", "viewer");
  const ben = await join("ben@example.com");
  expect((await ben.get("/dashboard/keys")).status).toBe(403);
  expect((await account("role", "ann@example.com", "ben@example.com", "developer")).exitCode).toBe(0);
  expect((await ben.get("/dashboard/keys")).status).toBe(200);
  const { out } = await safety(settings, "support", "--email", "ann@example.com");
  expect(out).toContain("PEOPLE");
  expect((await account("remove", "ann@example.com", "ben@example.com")).exitCode).toBe(0);
  expect((await ben.get("/dashboard/keys")).status).toBe(303);
  const log = await account("log", "ann@example.com", "--json");
  const people = JSON.parse(log.out).filter(({ event }: { event: string }) => event === "person_joined");
  expect(people.map(({ person, detail }: { person: string; detail: string }) => `${person}, ${detail}`)).toEqual([
    "ben@example.com, ben@example.com: viewer",
    "ann@example.com, ann@example.com: owner",
  ]);
});

test("each command says why it does nothing", async () => {
  await account("create", "other@example.com");
  const client = await signIn(site, "other@example.com");
  expect((await client.get("/dashboard")).status).toBe(303);
  const fault = async (...words: string[]) => {
    const { exitCode, note } = await account(...words);
    return [exitCode, note];
  };
  expect(await fault("role", "other@example.com", "nobody@example.com", "viewer")).toEqual([
    1,
    expect.stringContaining("nobody@example.com is not in the account. `safety account members` lists its people."),
  ]);
  expect(await fault("role", "other@example.com", "nobody@example.com", "viewer", "--main")).toEqual([
    2,
    expect.stringContaining("--main needs the role owner"),
  ]);
  expect(await fault("role", "other@example.com", "nobody@example.com", "boss")).toEqual([
    2,
    expect.stringContaining("Allowed choices are owner, developer, viewer"),
  ]);
  expect(await fault("invite", "other@example.com", "no address")).toEqual([
    2,
    expect.stringContaining("is not an email address"),
  ]);
  await account("suspend", "other@example.com");
  expect(await fault("invite", "other@example.com", "x@example.com")).toEqual([
    1,
    expect.stringContaining("The account is suspended: resume it first."),
  ]);
});

test("deleting an account with people names how many, and leaves each their own", async () => {
  await account("create", "third@example.com");
  await account("invite", "third@example.com", "cleo@example.com", "--role", "owner");
  const cleo = await join("cleo@example.com");
  await account("role", "third@example.com", "cleo@example.com", "owner", "--main");
  await account("invite", "cleo@example.com", "dirk@example.com");
  const dirk = await join("dirk@example.com");
  expect((await account("delete", "cleo@example.com")).note).toContain("removes its 2 people");
  expect((await account("delete", "cleo@example.com", "--yes")).exitCode).toBe(0);
  expect((await cleo.get("/dashboard")).status).toBe(303);
  expect((await dirk.get("/dashboard")).status).toBe(303);
  const again = await signIn(site, "dirk@example.com");
  expect((await again.get("/dashboard/accounts")).html).not.toContain("cleo@example.com");
  await expect(switchTo(site, again, "cleo@example.com")).rejects.toThrow();
});
