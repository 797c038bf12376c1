import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { FormClient } from "../support/form-client.ts";
import { type ServedSite, serveSite } from "../support/served-site.ts";
import { START_MS } from "../support/stores.ts";

describe("sign-in with a provider", () => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite("sqlite", { GITHUB_CLIENT_ID: "an-id", GITHUB_CLIENT_SECRET: "a-secret" });
  }, START_MS);
  afterAll(() => site.stop());

  test("appears for the provider that is configured alone", async () => {
    const { html } = await new FormClient(site.url).get("/sign-in");
    expect(html).toContain("Continue with GitHub");
    expect(html).not.toContain("Google");
    expect((await new FormClient(site.url).submit("/sign-in", {}, "/sign-in/with/github")).status).toBe(303);
  });

  test("leads to the provider with a state, and may be posted to by the page's policy", async () => {
    const client = new FormClient(site.url);
    const { headers } = await client.get("/sign-in");
    expect(headers.get("content-security-policy")).toContain("form-action 'self' https://github.com;");
    const { location } = await client.submit("/sign-in", {}, "/sign-in/with/github");
    const target = new URL(location ?? "");
    expect(target.origin).toBe("https://github.com");
    expect(target.searchParams.get("client_id")).toBe("an-id");
    expect(target.searchParams.get("redirect_uri")).toBe(`${site.url}/auth/callback/github`);
    expect(target.searchParams.get("state")?.length).toBeGreaterThanOrEqual(32);
  });

  test("an answer that this browser did not ask for is refused", async () => {
    const client = new FormClient(site.url);
    const { location } = await client.submit("/sign-in", {}, "/sign-in/with/github");
    const state = new URL(location ?? "").searchParams.get("state") ?? "";
    const other = new FormClient(site.url);
    for (const path of [`/auth/callback/github?code=x&state=${state}`, "/auth/callback/github?code=x&state=made-up"]) {
      const answer = await other.get(path);
      expect(answer.status).toBe(302);
      expect(answer.location).toContain("/sign-in?");
      expect((await other.get("/dashboard")).location).toBe("/sign-in");
    }
    expect((await other.get("/sign-in?error=state_mismatch")).html).toContain("did not work");
  });

  test("nothing else of the library's own addresses is open", async () => {
    const client = new FormClient(site.url);
    for (const path of [
      "/auth/get-session",
      "/auth/ok",
      "/auth/callback/google?code=x&state=y",
      "/auth/list-sessions",
    ]) {
      expect((await client.get(path)).status).toBe(404);
    }
    for (const path of ["/auth/sign-in/email", "/auth/sign-up/email", "/auth/reset-password"]) {
      expect((await client.post(path, { email: "a@example.com", password: "plum orbit lantern" })).status).toBe(404);
    }
  });
});
