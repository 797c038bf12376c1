import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ServedSite, serveSite } from "../support/served-site.ts";

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

test("whatever is looked up on the home page, the page is there and shows it as text", async () => {
  for (const q of ["", "Irvine", "Orange County", "\u0000", `${"x".repeat(99)}💥`, "x".repeat(5_000), "<img src=x>"]) {
    const response = await fetch(`${site.url}/?${new URLSearchParams({ q })}`);
    expect([q, response.status]).toEqual([q, 200]);
    expect(await response.text()).not.toContain("<img");
  }
});
