import { describe, expect, test } from "bun:test";
import { FORM_PATHS } from "../../../src/site/account-pages.ts";
import { URLS } from "../../../src/site/ui/urls.ts";
import { FormClient, hiddenFields } from "../../support/form-client.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";

/** Every form of the table of pages, with an id in its path. */
const POSTS = FORM_PATHS.map((path) => path.replaceAll(/:[a-z]+/g, "1"));

describe("a post that is not from our own form changes nothing", async () => {
  const site = await serveSite();
  const alice = await newAccountHolder(site, "alice@example.com");
  const page = (await alice.get(URLS.createKey)).html;
  const token = hiddenFields(page, URLS.createKey)["csrf"] ?? "";
  const ofVisitor = hiddenFields(page, URLS.signOut)["csrf"] ?? "";

  test.each(POSTS)("%s without a token", async (path) => {
    expect((await alice.post(path, {})).status).toBe(403);
  });

  test.each(POSTS)("%s with the right token from another site", async (path) => {
    const csrf = path.startsWith("/dashboard") ? token : ofVisitor;
    const headers = { origin: "https://evil.example" };
    expect((await alice.post(path, { csrf }, headers)).status).toBe(403);
    expect((await alice.post(path, { csrf }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await alice.post(path, { csrf }, { "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await alice.post(path, { csrf }, { origin: "null" })).status).toBe(403);
  });

  test.each(POSTS)("%s with the token of another browser", async (path) => {
    const { html } = await new FormClient(site.url).get("/sign-in");
    const other = hiddenFields(html, "/sign-in")["csrf"] ?? "";
    expect((await alice.post(path, { csrf: other })).status).toBe(403);
  });

  test("nor with a token from before signing in", async () => {
    const client = new FormClient(site.url);
    const before = hiddenFields((await client.get("/sign-in")).html, "/sign-in")["csrf"] ?? "";
    client.setCookie("safety.session_token", alice.cookie("safety.session_token") ?? "");
    expect((await client.get("/dashboard")).status).toBe(200);
    expect((await client.post("/sign-out", { csrf: before })).status).toBe(403);
  });

  test("nor with the token of another session of the same browser", async () => {
    const bob = await newAccountHolder(site, "bob@example.com");
    const other = hiddenFields((await bob.get("/dashboard")).html, "/sign-out")["csrf"] ?? "";
    const mixed = new FormClient(site.url);
    mixed.setCookie("form", bob.cookie("form") ?? "");
    mixed.setCookie("safety.session_token", alice.cookie("safety.session_token") ?? "");
    expect((await mixed.get("/dashboard")).status).toBe(200);
    expect((await mixed.post("/sign-out", { csrf: other })).status).toBe(403);
  });

  test.each([
    ["text/plain; application/x-www-form-urlencoded", 403],
    ["multipart/form-data; boundary=x", 403],
    ["application/json", 403],
    ["APPLICATION/X-WWW-FORM-URLENCODED; charset=UTF-8", 400],
  ])("nor as %s: %d", async (type, status) => {
    // The empty name is refused after the token.
    expect((await alice.post(URLS.createKey, { csrf: token, name: "" }, { "content-type": type })).status).toBe(status);
  });

  test("nor over 16 KiB", async () => {
    const post = async (length: number) =>
      (await alice.post(URLS.createKey, { csrf: token, name: "", more: "x".repeat(length) })).status;
    const rest = new URLSearchParams({ csrf: token, name: "", more: "" }).toString().length;
    expect([await post(16_384 - rest), await post(16_385 - rest)]).toEqual([400, 413]);
  });

  test("and Alice is still signed in", async () => {
    expect((await alice.get("/dashboard")).status).toBe(200);
  });
});

test("the token is different on each page, and each of them is accepted (BREACH)", async () => {
  const site = await serveSite();
  const alice = await newAccountHolder(site, "alice@example.com");
  const tokens: string[] = [];
  for (let shown = 0; shown < 3; shown++) {
    tokens.push(hiddenFields((await alice.get("/dashboard/keys/new")).html, "/dashboard/keys/new")["csrf"] ?? "");
  }
  expect(new Set(tokens).size).toBe(3);
  // The forms are refused because of their empty fields, which are checked after the token.
  for (const csrf of tokens) expect((await alice.post("/dashboard/keys/new", { csrf })).status).toBe(400);
});

describe("pages that require sign-in", async () => {
  const site = await serveSite();

  const pages = Object.values(URLS).filter((path) => path.startsWith("/dashboard"));

  test.each(pages)("%s redirects to the sign-in page", async (pattern) => {
    const path = pattern.replaceAll(/:[a-z]+/g, "1");
    const answer = await new FormClient(site.url).get(path);
    // URLs that only accept a post are not found for a GET.
    expect([303, 404]).toContain(answer.status);
    expect(answer.html).not.toContain("Sign out");
  });
});

/** Pages without anything of the visitor. */
const SAME_FOR_ALL = new Set(["/", "/pricing", "/docs", "/explore"]);

describe("every page", async () => {
  const site = await serveSite();
  const alice = await newAccountHolder(site, "alice@example.com");

  test.each([
    "/",
    "/pricing",
    "/docs",
    "/explore",
    "/sign-up",
    "/revoke-key",
    "/no-such-page",
    "/dashboard",
    "/dashboard/keys",
  ])("%s forbids inline script and style, frames and other sites, and tells other sites nothing", async (path) => {
    const { headers, html } = await alice.get(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy.split("; ")).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe(SAME_FOR_ALL.has(path) ? "public, max-age=300" : "no-store");
    expect(html).not.toMatch(/ style="| on[a-z]+="|<style|<script>/);
    // Links to the sources of the names, which their license requires, are followed only on a click.
    const withoutSources = html.replaceAll(/<a href="https:\/\/(?:www\.geonames|creativecommons)\.org\/[^"]*">/g, "");
    const ownAddress = /<link rel="canonical" href="[^"]*"\/>/;
    expect(withoutSources.replace(ownAddress, "")).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  test.each(["/sign-in", "/dashboard/keys", "/dashboard/notices", "/dashboard/security"])(
    "%s shows only messages about things that can have happened",
    async (path) => {
      for (const after of ["constructor", "__proto__", "toString", "anything"]) {
        const client = path === "/sign-in" ? new FormClient(site.url) : alice;
        const { status, html } = await client.get(`${path}?after=${after}`);
        expect(status).toBe(200);
        expect(html).not.toContain('role="status"');
      }
    },
  );

  test("browsers cache the style sheet and the script, at URLs that change with their content", async () => {
    const { html } = await alice.get("/");
    const urls = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
    expect(urls.length).toBeGreaterThanOrEqual(3);
    for (const url of urls) {
      const answer = await alice.get(url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toContain("immutable");
    }
    expect((await alice.get("/assets/style.000000000000.css")).status).toBe(404);
  });
});
