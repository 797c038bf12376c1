import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { destinationOf } from "../../../src/site/http/destination.ts";
import { FormClient, hiddenFields, PASSWORD } from "../../support/form-client.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { timeCode } from "../../support/time-code.ts";

const EMAIL = "alice@example.com";
const TWO_FACTOR = "/dashboard/security/two-factor";

describe("signing in leads back to the requested page", async () => {
  const site = await serveSite();
  const alice = await newAccountHolder(site, EMAIL);

  test("with a password", async () => {
    const client = new FormClient(site.url);
    const sentTo = (await client.get("/dashboard/keys/new?type=test")).location ?? "";
    expect(sentTo).toBe("/sign-in?next=%2Fdashboard%2Fkeys%2Fnew%3Ftype%3Dtest");
    const answer = await client.submit(sentTo, { email: EMAIL, password: PASSWORD }, "/sign-in");
    expect(answer.location).toBe("/dashboard/keys/new?type=test");
    expect((await client.get(sentTo)).location).toBe("/dashboard/keys/new?type=test");
  });

  test("even after a wrong password", async () => {
    const client = new FormClient(site.url);
    const refused = await client.submit(
      "/sign-in?next=/dashboard/usage",
      { email: EMAIL, password: "wrong" },
      "/sign-in",
    );
    expect(refused.html).toContain('name="next" value="/dashboard/usage"');
  });

  test("even through the second factor", async () => {
    const setup = await alice.submit(TWO_FACTOR, { password: PASSWORD }, `${TWO_FACTOR}/start`);
    const fields = hiddenFields(setup.html, TWO_FACTOR);
    const uri = fields["uri"] ?? "";
    await alice.post(TWO_FACTOR, { ...fields, code: timeCode(uri) });
    const client = new FormClient(site.url);
    const password = await client.submit(
      "/sign-in?next=/dashboard/keys",
      { email: EMAIL, password: PASSWORD },
      "/sign-in",
    );
    expect(password.location).toBe("/sign-in/code?next=%2Fdashboard%2Fkeys");
    const code = await client.submit(password.location ?? "", { code: timeCode(uri, 1) }, "/sign-in/code");
    expect(code.location).toBe("/dashboard/keys");
  });
});

describe("a destination is a page of the dashboard, otherwise the overview", () => {
  test.each(["/dashboard", "/dashboard/keys", "/dashboard/keys/new?type=test", "/dashboard/usage?month=2026-11"])(
    "%s is kept",
    (path) => expect(destinationOf(path)).toBe(path),
  );

  test.each([
    undefined,
    "",
    "/",
    "//evil.example",
    "https://evil.example/dashboard",
    "/dashboard/../sign-out",
    "/dashboard\\evil",
    "/dashboard//evil.example",
    "/dashboardx",
    "/dashboard\r\nSet-Cookie: a=b",
    `/dashboard/${"a".repeat(300)}`,
  ])("%p is not", (path) => expect(destinationOf(path)).toBe("/dashboard"));

  test("for any destination, the browser stays on this server's dashboard", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((text) => `/dashboard${text}`),
        ),
        (given) => {
          const { origin, pathname } = new URL(destinationOf(given), "https://safety.example");
          expect(origin).toBe("https://safety.example");
          expect(pathname).toMatch(/^\/dashboard(\/|$)/);
        },
      ),
    );
  });
});
