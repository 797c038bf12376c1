import { expect, test } from "bun:test";
import { z } from "zod";
import { ownText } from "../../../src/base/text.ts";
import { sharedSite } from "../../support/served-site.ts";
import { releasedPlaces } from "../../support/server.ts";
import { words } from "../../support/site-pages.ts";

const suggestions = z.object({
  places: z.array(z.object({ name: z.string(), detail: z.string(), figure: z.string(), href: z.string() })),
});

const site = await sharedSite();

async function text(path: string): Promise<string> {
  return words(await (await fetch(site.url + path)).text());
}

async function suggested(q: string) {
  const answer = await fetch(`${site.url}/explore/suggestions.json?${new URLSearchParams({ q })}`);
  return suggestions.parse(await answer.json()).places;
}

test("the box completes from two letters, and each suggestion links to a page with its figures", async () => {
  const places = await suggested("irv");
  const { grade, safety_score: score, data_year: year } = releasedPlaces.city(ownText("Irvine"))?.entry.record ?? {};
  expect(places[0]).toEqual({
    name: "Irvine",
    detail: "City, Orange County",
    figure: `${grade}, score ${score}, ${year}; caution: campus police; California = 50`,
    href: "/explore/city/irvine",
  });
  for (const { href } of [...places, ...(await suggested("san"))]) {
    expect([href, (await fetch(site.url + href)).status]).toEqual([href, 200]);
  }
});

test("a place without a record links to its own page, which names the figures that apply", async () => {
  const [hollywood] = await suggested("Hollywood");
  expect(hollywood?.href).toBe("/explore/place/hollywood-los-angeles");
  const [community] = await suggested("East Los Angeles");
  expect(community?.href).toBe("/explore/place/east-los-angeles-los-angeles-county");
  expect((await fetch(`${site.url}/explore/search?q=Hollywood`)).url).toEndWith("/explore/place/hollywood-los-angeles");
  for (const { href } of [...(await suggested("hol")), ...(await suggested("los"))]) {
    expect([href, (await fetch(site.url + href)).status]).toEqual([href, 200]);
  }
});

test("namesakes in the nation are suggested largest first, before a community without figures of its own", async () => {
  const namesOf = async (q: string) => (await suggested(q)).map(({ name }) => name);
  expect((await namesOf("Springfield")).slice(0, 5)).toEqual(
    ["MO", "MA", "IL", "OR", "OH"].map((state) => `Springfield, ${state}`),
  );
  expect((await namesOf("Greenville")).slice(0, 3)).toEqual(["NC", "SC", "TX"].map((state) => `Greenville, ${state}`));
  expect(await namesOf("Greenville")).toContain("Greenville");
  expect((await namesOf("Austin")).slice(0, 2)).toEqual(["Austin, TX", "Austin, MN"]);
  expect((await namesOf("NYC"))[0]).toBe("New York, NY");
  expect((await namesOf("austn"))[0]).toBe("Austin, TX");
  expect((await fetch(`${site.url}/explore/search?q=Greenville`)).url).toEndWith("/us/search?q=Greenville");
});

test("digits complete to ZIP codes, each with its postal name, whose figures apply, and its page", async () => {
  expect((await suggested("92618"))[0]).toEqual({
    name: "92618",
    detail: "ZIP code, Irvine",
    figure: "See Irvine",
    href: "/explore/zip/92618",
  });
  const beginnings = await suggested("9021");
  expect(beginnings.slice(0, 2)).toEqual([
    { name: "90210", detail: "ZIP code, Beverly Hills", figure: "See Los Angeles County", href: "/explore/zip/90210" },
    { name: "90211", detail: "ZIP code, Beverly Hills", figure: "See Beverly Hills", href: "/explore/zip/90211" },
  ]);
  expect((await suggested("96161"))[0]?.figure).toBe("In several counties");
  for (const q of ["90", "9021x", "00000"]) {
    expect((await suggested(q)).filter(({ detail }) => detail.startsWith("ZIP code"))).toEqual([]);
  }
  for (const { href } of beginnings) expect([href, (await fetch(site.url + href)).status]).toEqual([href, 200]);
});

test("the results page lists the same without JavaScript, and says what to do if there are none", async () => {
  const page = await (await fetch(`${site.url}/explore/search?q=irv`)).text();
  expect(page).toContain('<a href="/explore/city/irvine">Irvine</a>');
  expect(await text("/explore/search?q=qqqqqq")).toContain("No place matches “qqqqqq”");
  expect(await text("/explore/search")).toContain("Type the name of a place");
  expect(await (await fetch(`${site.url}/explore/search?q=%3Cscript%3E`)).text()).not.toContain("<script>");
});

test("for any text, the answer is a list or a page", async () => {
  for (const q of ["", "\u0000", "x".repeat(5_000), "💥".repeat(100), "92618", "%", "a"]) {
    const query = new URLSearchParams({ q });
    for (const path of ["/", "/explore/search", "/explore/suggestions.json"]) {
      expect([q.slice(0, 9), path, (await fetch(`${site.url}${path}?${query}`)).status]).toEqual([
        q.slice(0, 9),
        path,
        200,
      ]);
    }
  }
});

const BROWSER = { headers: { Accept: "text/html" } };

test("an unknown page offers a search with the name from its URL", async () => {
  const page = await (await fetch(`${site.url}/explore/city/san-fransisco`, BROWSER)).text();
  expect(page).toContain('value="san fransisco"');
  expect(page).toContain('action="/explore/search"');
});

test("every page credits GeoNames, because its search box completes their names; so do the terms and the reference", async () => {
  for (const path of [
    "/",
    "/explore/search?q=hollywood",
    "/explore/county/orange",
    "/downloads",
    "/sign-in",
    "/nowhere",
  ]) {
    const page = await (await fetch(site.url + path, BROWSER)).text();
    const footer = /<footer>([\s\S]*)<\/footer>/.exec(page)?.[1] ?? "";
    for (const link of ["https://www.geonames.org/", "https://creativecommons.org/licenses/by/4.0/"])
      expect([path, footer.includes(`href="${link}"`)]).toEqual([path, true]);
  }
  expect(await text("/docs/terms")).toContain("are data of GeoNames , licensed under CC BY 4.0");
  const { paths } = JSON.parse(await (await fetch(`${site.url}/openapi.json`)).text());
  for (const path of ["/v1/places", "/v1/locate"])
    expect(paths[path].get.description).toContain("GeoNames (CC BY 4.0)");
});
