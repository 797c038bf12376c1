import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { PAGES } from "../../../src/site/pages.ts";
import { sharedSite } from "../../support/served-site.ts";

const site = await sharedSite();

/** Every chart once, by the path of its page to embed. */
const EMBEDS = PAGES.flatMap(({ path }) => /^(\/(?:explore|methodology)\/.*)\/embed$/.exec(path)?.[1] ?? []);
const place = (path: string) =>
  path.replace(":slug", path.includes("county") ? "solano" : path.endsWith("/expected") ? "dunsmuir" : "fremont");
const queryOf = (path: string) => (path === "/explore/compare" ? "?place=irvine&place=imperial-county" : "");

describe.each(EMBEDS)("the chart %s", (pattern) => {
  const urlOf = (ending: string) => site.url + place(pattern) + ending + queryOf(pattern);

  test("is a page that any site may frame, with its source and a link to the page that shows it", async () => {
    const answer = await fetch(urlOf("/embed"));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors *");
    expect(answer.headers.get("x-frame-options")).toBeNull();
    const html = await answer.text();
    expect(html).toContain("Source: California Department of Justice");
    expect(html).toContain('<meta name="robots" content="noindex"');
    const [, href = ""] = /<a href="([^"]+)" target="_top">/.exec(html) ?? [];
    const shown = await fetch(
      new URL(new URL(href).pathname + new URL(href).search.replaceAll("&amp;", "&"), site.url),
    );
    // The page has the code to embed this very page.
    expect(await shown.text()).toContain(`${place(pattern)}/embed`);
  });

  test("is an SVG that needs nothing else, with its title, source, and address", async () => {
    const answer = await fetch(urlOf(".svg"));
    expect(answer.headers.get("content-type")).toBe("image/svg+xml");
    const svg = await answer.text();
    expect(svg).toContain("<title>");
    expect(svg).toContain(">Source: California Department of Justice");
    expect(svg).toMatch(/>Safety Statistics, [^<]+<\/text>/);
    expect(svg).toContain("@media (prefers-color-scheme: dark)");
    expect(svg).not.toMatch(/var\(|light-dark|<image|href="http/);
  });

  test("has its numbers as CSV", async () => {
    expect(parse(await (await fetch(urlOf(".csv"))).text()).length).toBeGreaterThan(2);
  });

  // One of each kind: a drawing takes long.
  const last = pattern.split("/").at(-1) ?? "";
  if (EMBEDS.findLast((one) => one.endsWith(`/${last}`)) !== pattern) return;
  test("is a PNG of twice the size", async () => {
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(await (await fetch(urlOf(".svg"))).text()) ?? [];
    const answer = await fetch(urlOf(".png"));
    expect(answer.headers.get("content-type")).toBe("image/png");
    const png = new DataView(await answer.arrayBuffer());
    // PNG, third edition, section 11.2.1: the header's width and height.
    expect([png.getUint32(16), png.getUint32(20)]).toEqual([2 * Number(width), 2 * Number(height)]);
    expect(png.byteLength).toBeGreaterThan(5_000);
  });
});

test("only charts, badges, and cards may be framed", async () => {
  for (const path of [
    "/",
    "/explore/city/fremont",
    "/explore/compare?place=irvine",
    "/sign-in",
    "/explore/city/embed",
    "/explore/city/nowhere/scores/embed",
    "/explore/city/nowhere/scores.svg",
  ]) {
    const { headers } = await fetch(site.url + path);
    expect([path, headers.get("x-frame-options")]).toEqual([path, "DENY"]);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  }
});
