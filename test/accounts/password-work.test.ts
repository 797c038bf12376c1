import { expect, test } from "bun:test";
import { hashPassword, verifyPassword } from "../../src/accounts/password.ts";
import { MAX_PASSWORD_WORK, PasswordsBusy, PasswordWork, passwordWork } from "../../src/accounts/password-work.ts";
import { FormClient, hiddenFields } from "../support/form-client.ts";
import { serveProgram } from "../support/served-program.ts";
import { serveSite } from "../support/served-site.ts";

const PASSWORD = "correct horse battery staple";
/** Created by `Bun.password` on the main thread, as in releases before the thread. */
const EARLIER_HASH = await Bun.password.hash(PASSWORD, { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 });

test("a hash from the thread has the same form as stored ones, and both verify", async () => {
  const hash = await hashPassword(PASSWORD);
  expect(hash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(await Bun.password.verify(PASSWORD, hash)).toBe(true);
  expect(await verifyPassword(PASSWORD, EARLIER_HASH)).toBe(true);
  expect(await verifyPassword(`${PASSWORD}.`, EARLIER_HASH)).toBe(false);
});

test("an invalid stored hash rejects only its own question", async () => {
  const [broken, right] = await Promise.allSettled([
    verifyPassword(PASSWORD, "no hash"),
    verifyPassword(PASSWORD, EARLIER_HASH),
  ]);
  expect(broken.status).toBe("rejected");
  expect(right).toEqual({ status: "fulfilled", value: true });
});

test("work beyond the limit is refused before it starts, and the rest continues", async () => {
  const work = new PasswordWork(2);
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const begin = () =>
    work.within(async () => {
      begun++;
      await gate.promise;
      return "done";
    });
  const [first, second, third] = [begin(), begin(), begin()];
  await expect(third).rejects.toBeInstanceOf(PasswordsBusy);
  expect(begun).toBe(2);
  gate.resolve();
  expect(await Promise.all([first, second])).toEqual(["done", "done"]);
  expect(await begin()).toBe("done");
});

test("a throttled sign-in is refused before it takes a place in the queue of passwords", async () => {
  const site = await serveSite();
  const gate = Promise.withResolvers<void>();
  const signIn = (email: string) =>
    new FormClient(site.url).submit("/sign-in", { email, password: "not the password" });
  for (let round = 0; round < 10; round++) expect((await signIn("throttled@example.com")).status).toBe(400);
  const places = Array.from({ length: MAX_PASSWORD_WORK }, () => passwordWork.within(() => gate.promise));
  expect((await signIn("throttled@example.com")).status).toBe(429);
  expect((await signIn("another@example.com")).status).toBe(503);
  gate.resolve();
  await Promise.all(places);
});

const program = await serveProgram({ TRUST_PROXY: "true" });

test("a flood of sign-ins gets 400, or 503 with Retry-After, and health checks are still answered", async () => {
  const client = new FormClient(program.url);
  const { csrf = "" } = hiddenFields((await client.get("/sign-in")).html, "/sign-in");
  let over = false;
  const flood = Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const fields = { csrf, email: `guest-${index}@example.com`, password: "not the password" };
      return await client.post("/sign-in", fields, { "X-Forwarded-For": `198.51.100.${index}` });
    }),
  ).finally(() => {
    over = true;
  });
  const beside = new Set<number>();
  while (!over) beside.add((await fetch(`${program.url}/healthz`)).status);
  const answers = await flood;
  const statuses = new Map(Map.groupBy(answers, ({ status }) => status));
  expect([...statuses.keys()].toSorted()).toEqual([400, 503]);
  expect(statuses.get(400)?.length).toBeGreaterThanOrEqual(48);
  for (const refused of statuses.get(503) ?? []) {
    expect(refused.headers.get("Retry-After")).toBe("5");
    expect(refused.html).toContain("Too many people are signing in");
  }
  expect([...beside]).toEqual([200]);
});
