import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ServedSite, serveSite } from "../support/served-site.ts";

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

test("a county without a record shows the reason on the home page, with a link to its page", async () => {
  const page = await (await fetch(`${site.url}/?q=mendocino+county`)).text();
  expect(page).toContain("<h2>Mendocino County has no record</h2>");
  expect(page).toContain("2023: reports lack about 52% of the property offenses");
  expect(page).toContain('href="/explore/county/mendocino"');
  expect(page).toContain("/v1/safety/county/mendocino");
});

test("any lookup on the home page gets a page that shows it as text", async () => {
  for (const q of ["", "Irvine", "Orange County", "\u0000", `${"x".repeat(99)}💥`, "x".repeat(5_000), "<img src=x>"]) {
    const response = await fetch(`${site.url}/?${new URLSearchParams({ q })}`);
    expect([q, response.status]).toEqual([q, 200]);
    expect(await response.text()).not.toContain("<img");
  }
});
