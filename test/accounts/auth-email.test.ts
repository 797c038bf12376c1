import { expect, test } from "bun:test";
import fc from "fast-check";
import { z } from "zod";
import { emailAddress } from "../../src/accounts/account.ts";
import { authEmail, plainEmail } from "../../src/accounts/auth-email.ts";

const address = fc
  .tuple(
    fc.stringMatching(/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,30}$/),
    fc.constantFrom("example.com", "xn--e1afmkfd.xn--p1ai"),
  )
  .map(([name, domain]) => emailAddress.parse(`${name}@${domain}`));

test("every address has a form that better-auth takes, which is read back as the address", () => {
  fc.assert(
    fc.property(address, (email) => {
      expect(z.email().safeParse(authEmail(email)).success).toBe(true);
      expect(plainEmail(authEmail(email))).toBe(email);
    }),
  );
});

test("an address that looks like such a form is read as it is", () => {
  const victim = Buffer.from("victim@example.com").toString("hex");
  for (const email of [`${victim}@address.invalid`, `${victim}@${crypto.randomUUID()}.invalid`]) {
    expect(plainEmail(email)).toBe(email);
  }
});
