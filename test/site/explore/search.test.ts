import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { stateName } from "../../../src/gazetteer/state-text.ts";
import { sharedSite } from "../../support/served-site.ts";
import { releasedNation } from "../../support/server.ts";
import { words } from "../../support/site-pages.ts";

const suggestions = z.object({
  places: z.array(z.object({ name: z.string(), detail: z.string(), figure: z.string(), href: z.string() })),
});

const site = await sharedSite();

async function text(path: string): Promise<string> {
  return words(await (await fetch(site.url + path)).text());
}

async function suggested(q: string) {
  const answer = await fetch(`${site.url}/suggestions.json?${new URLSearchParams({ q })}`);
  return suggestions.parse(await answer.json()).places;
}

test("the box completes from two letters, and each suggestion links to a page with its figures", async () => {
  const places = await suggested("irv");
  const irvine = releasedNation.entries.find(({ name, state }) => name === "Irvine" && state === "CA")?.record;
  const figure = `${irvine?.grade.replace("-", "−")} ${irvine?.safety_score}, United States = 50, ${irvine?.data_year}`;
  expect(places[0]).toEqual({ name: "Irvine, CA", detail: "Orange County", figure, href: "/us/ca/irvine" });
  for (const { href } of [...places, ...(await suggested("san"))]) {
    expect([href, (await fetch(site.url + href)).status]).toEqual([href, 200]);
  }
});

test("a place without a grade links to its own page, which names the figures that apply", async () => {
  const hrefs = (await suggested("Hollywood")).map(({ href }) => href);
  expect(hrefs).toContain("/explore/place/hollywood-los-angeles");
  const [community] = await suggested("East Los Angeles");
  expect(community?.href).toBe("/explore/place/east-los-angeles-los-angeles-county");
  const page = await (await fetch(`${site.url}/search?q=Hollywood`)).text();
  for (const href of ["/explore/place/hollywood-los-angeles", "/us/fl/hollywood"]) expect(page).toContain(`"${href}"`);
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
  expect((await namesOf("Austin")).slice(0, 2)).toEqual(["Austin, TX", "Austin, MN"]);
  expect((await namesOf("NYC"))[0]).toBe("New York, NY");
  expect((await namesOf("austn"))[0]).toBe("Austin, TX");
});

test("digits complete to ZIP codes of the whole country, each with its places and its page", async () => {
  const zip = (name: string, figure: string) => ({ name, detail: "ZIP code", figure, href: `/search?q=${name}` });
  expect(await suggested("92618")).toEqual([zip("92618", "Irvine, CA")]);
  expect((await suggested("9021")).slice(0, 2)).toEqual([
    zip("90210", "Beverly Hills, CA and 1 more"),
    zip("90211", "Beverly Hills, CA"),
  ]);
  const columbus = await suggested("432");
  expect(columbus[0]).toEqual(zip("43201", "Columbus, OH"));
  expect((await suggested("021"))[0]?.name).toBe("02108");
  expect(await suggested("44106")).toEqual([zip("44106", "Cleveland, OH and 1 more")]);
  for (const q of ["90", "9021x", "00000"]) {
    expect((await suggested(q)).filter(({ detail }) => detail.startsWith("ZIP code"))).toEqual([]);
  }
  for (const { href } of columbus) expect([href, (await fetch(site.url + href)).status]).toEqual([href, 200]);
});

test("the results page lists the same without JavaScript, and says what to do if there are none", async () => {
  const page = await (await fetch(`${site.url}/search?q=irv`)).text();
  expect(page).toContain('<a href="/us/ca/irvine">Irvine, California</a>');
  expect(page).toContain('href="/explore/city/irvine"');
  expect(await text("/search?q=qqqqqq")).toContain("We read “qqqqqq” as the name of a place. No city, town, township,");
  expect(await text("/search")).toContain("Type a city, a state, a ZIP code,");
  expect(await (await fetch(`${site.url}/search?q=%3Cscript%3E`)).text()).not.toContain("<script>");
});

test("for any text, the answer is a list or a page", async () => {
  for (const q of ["", "\u0000", "x".repeat(5_000), "💥".repeat(100), "92618", "%", "a"]) {
    const query = new URLSearchParams({ q });
    for (const path of ["/", "/search", "/suggestions.json"]) {
      expect([q.slice(0, 9), path, (await fetch(`${site.url}${path}?${query}`)).status]).toEqual([
        q.slice(0, 9),
        path,
        200,
      ]);
    }
  }
});

describe("one field, one answer", () => {
  const at = async (q: string) => new URL((await fetch(`${site.url}/search?${new URLSearchParams({ q })}`)).url);
  const pageOf = (q: string) => text(`/search?${new URLSearchParams({ q })}`);

  test("a neighborhood with its state leads to the largest places of the state, and to the places of its name elsewhere", async () => {
    const page = await pageOf("Harlem, NY");
    expect(page).toContain("Nothing found for “Harlem, NY”");
    expect(page).toMatch(/The largest places in New York New York, New York .* Buffalo, New York /);
    expect(page).toMatch(/Places called Harlem in other states .*Harlem, Georgia /);
    expect((await pageOf("Kailua")).includes("Add the state to open a page")).toBe(false);
    expect(await pageOf("Springfield")).toContain("Add the state to open a page: “Springfield, Missouri”.");
  });

  test("several places of a name are all offered, the largest first, with their states, counties, residents, and grades", async () => {
    const page = await pageOf("Springfield");
    const called = releasedNation.entries
      .filter(({ name }) => name === "Springfield")
      .toSorted((a, b) => b.record.population - a.record.population);
    const rows = called.map(
      ({ state, county, record }) =>
        [
          page.indexOf(
            `Springfield, ${stateName(state)} ${county} · ${record.population.toLocaleString("en-US")} residents`,
          ),
          record.population,
        ] as const,
    );
    expect(rows.map(([at]) => at)).toEqual(rows.map(([at]) => at).toSorted((a, b) => a - b));
    expect(rows[0]?.[0]).toBeGreaterThan(0);
    expect(page).toMatch(/Springfield, Missouri Greene County · 170,527 residents F 11 2024/);
    // A place of California is among its namesakes, and its own edition is one click away.
    const glendale = await (await fetch(`${site.url}/search?q=Glendale`)).text();
    for (const href of ["/us/az/glendale", "/us/ca/glendale", "/explore/city/glendale"])
      expect(glendale).toContain(`href="${href}"`);
  });

  test("places of a name without figures stand among the others by their residents, before names like it", async () => {
    const links = async (q: string) => {
      const html = await (await fetch(`${site.url}/search?${new URLSearchParams({ q })}`)).text();
      const list = /<ol class="rows answers numbered">(.*?)<\/ol>/s.exec(html)?.[1] ?? "";
      expect(html.indexOf("numbered")).toBeLessThan(html.indexOf("in the name</h2>"));
      return [...list.matchAll(/href="(\/us\/[^"]+)"/g)].map(([, href]) => href);
    };
    // A community has its own residents, not those of the city of its name.
    expect(await pageOf("Paradise")).toMatch(/Mono County · \d{2,3} residents/);
    expect((await links("Paradise")).slice(0, 2)).toEqual(["/us/nv/paradise", "/us/ca/paradise"]);
    expect(await links("Bethesda")).toEqual(["/us/md/bethesda"]);
    expect((await links("Hempstead, NY")).slice(0, 2)).toEqual(["/us/ny/hempstead-town", "/us/ny/hempstead-village"]);
  });

  test("a GEOID opens its place or county, also with the Census Bureau's prefix or after its state", async () => {
    for (const q of ["4805000", "1600000US4805000", "TX 4805000"]) expect((await at(q)).pathname).toBe("/us/tx/austin");
    expect((await at("0500000US48453")).pathname).toBe("/us/tx/area/travis-county");
    expect(await pageOf("4899999")).toContain("We read “4899999” as a Census GEOID. No place of the 50 states has it.");
    expect(await pageOf("CA 4805000")).toContain("Nothing found");
  });

  test("a state opens its page; New York and Washington are a city first and a state second", async () => {
    expect([(await at("Ohio")).pathname, (await at("TX")).pathname]).toEqual(["/us/oh", "/us/tx"]);
    const page = await (await fetch(`${site.url}/search?q=New+York`)).text();
    expect(page.indexOf('"/us/ny/new-york"')).toBeGreaterThan(0);
    expect(page.indexOf('"/us/ny"')).toBeGreaterThan(page.indexOf('"/us/ny/new-york"'));
    expect((await at("NY")).pathname).toBe("/us/ny");
    const washington = await (await fetch(`${site.url}/search?q=Washington`)).text();
    const hrefs = ['"/us/dc/washington"', '"/us/wa"', '"/us/ut/washington"'].map((href) => washington.indexOf(href));
    expect(hrefs).toEqual(hrefs.toSorted((a, b) => a - b));
    expect(Math.min(...hrefs)).toBeGreaterThan(0);
  });

  test("a ZIP code in two places shows both with their shares; in one, it opens its page", async () => {
    expect(await pageOf("19003")).toMatch(
      /19003 lies in two places.*Haverford Township, Pennsylvania.*54% of the ZIP code’s land.*Lower Merion Township, Pennsylvania.*46% of the ZIP code’s land/,
    );
    expect((await at("43215-1234")).pathname).toBe("/us/oh/columbus");
    // A city is apart from the farmland around it, each by share.
    const tiffin = await pageOf("44883");
    expect(tiffin).toMatch(
      /44883 lies in ten places.*Cities and villages Tiffin, Ohio.*4% of the ZIP code’s land.*Towns and townships Hopewell Township, Ohio.*19%.*Clinton Township/,
    );
    expect(tiffin).toMatch(/ZIP code 44883 has [\d,]+ residents/);
  });

  test("a name means what most people mean by it: a township, a city of two words, a borough, a county", async () => {
    const first = async (q: string) => {
      const html = await (await fetch(`${site.url}/search?q=${encodeURIComponent(q)}`)).text();
      return /<ol class="rows answers numbered">.*?<a href="([^"]+)"/s.exec(html)?.[1];
    };
    expect(await first("Cherry Hill")).toBe("/us/nj/cherry-hill-township");
    expect(await first("Carson City")).toBe("/us/nv/carson-city");
    expect(await first("Brooklyn")).toBe("/us/ny/new-york");
    for (const borough of ["The Bronx", "Staten Island", "Queens, NY", "bronx ny"])
      expect((await at(borough)).pathname).toBe("/us/ny/new-york");
    const orange = await (await fetch(`${site.url}/search?q=Orange+County`)).text();
    for (const href of ["/explore/county/orange", "/us/fl?county=orange", "/us/ny?county=orange"])
      expect(orange).toContain(`href="${href}"`);
    expect((await at("Town of Hempstead")).pathname).toBe("/us/ny/hempstead-town");
    expect((await at("Cook County, IL")).pathname).toBe("/us/il/area/cook-county");
    expect((await at("Miami-Dade")).pathname).toBe("/us/fl/area/miami-dade-county");
    expect((await at("Washington state")).pathname).toBe("/us/wa");
  });

  test("an address without a state, a question, exchanged coordinates, and too few digits say what was read", async () => {
    expect(await pageOf("742 Evergreen Terrace, Springfield")).toMatch(
      /as an address in Springfield.*Springfield, Missouri/,
    );
    expect(await (await fetch(`${site.url}/search?q=suburbs+within+30+km+of+Denver`)).text()).toContain(
      'href="/us/near?q=Denver"',
    );
    expect(await pageOf("-83.0, 39.96")).toContain("The latitude comes first: “39.96, -83”");
    expect(await pageOf("2139")).toContain("A ZIP code has five digits.");
    for (const zip of ["ZIP 43215", "zip code 43215", "43215 1234", "OH 43215", "43215 Ohio"])
      expect((await at(zip)).pathname).toBe("/us/oh/columbus");
  });

  test("the completion begins with the state that is typed, but with the city of its name", async () => {
    const names = async (q: string) => (await suggested(q)).map(({ name }) => name);
    expect((await names("ohio"))[0]).toBe("Ohio");
    expect((await names("tex"))[0]).toBe("Texas");
    expect((await names("new york")).slice(0, 2)).toEqual(["New York, NY", "New York"]);
  });

  test("completions are by residents, a whole name above places of like size, without poor matches", async () => {
    const names = async (q: string) => (await suggested(q)).map(({ name }) => name);
    expect((await names("spring")).slice(0, 2)).toEqual(["Springfield, MO", "Springfield, MA"]);
    expect((await names("lake"))[0]).toBe("Lakewood, CO");
    expect((await names("green"))[0]).toBe("Greensboro, NC");
    expect((await names("jackson"))[0]).toBe("Jackson, MS");
    expect((await names("wash")).slice(0, 2)).toEqual(["Washington", "Washington, DC"]);
    // "of" is inside the names of half the country.
    for (const name of await names("o'f")) expect(name.toLowerCase().replace("'", "")).toStartWith("of");
    expect((await names("cook county")).slice(0, 3)).toEqual(["Cook County, IL", "Cook County, GA", "Cook County, MN"]);
    const alburghs = (await suggested("alburgh")).filter(({ name }) => name === "Alburgh, VT");
    expect(alburghs.map(({ detail }) => detail).toSorted()).toEqual([
      "Town, Grand Isle County",
      "Village, Grand Isle County",
    ]);
    expect((await suggested("brook"))[0]).toMatchObject({ name: "Brooklyn, NY", figure: "see New York" });
    expect((await names("queens"))[0]).toBe("Queens, NY");
    expect(await names("st. lou")).not.toContain("St. Louis city, MO");
    expect((await names("la")).slice(0, 2)).toEqual(["Los Angeles, CA", "Louisiana"]);
  });

  test("completes to a large city from a misspelled beginning, and never to another place than is named", async () => {
    const first = [
      ["seatl", "Seattle, WA"],
      ["clevl", "Cleveland, OH"],
      ["provp", "Provo, UT"],
      ["carson city", "Carson City, NV"],
      ["o fallon", "O'Fallon, MO"],
      ["D.C.", "Washington, DC"],
      ["queens, ny", "Queens, NY"],
    ] as const;
    for (const [q, name] of first) expect([q, (await suggested(q))[0]?.name]).toEqual([q, name]);
    expect(await suggested("San Juan, PR")).toEqual([]);
  });

  test("no list of completions has grades of two editions; a form of California's takes its own", async () => {
    for (const q of ["irv", "walnut", "pittsburg", "orange county", "san"]) {
      for (const { figure } of await suggested(q)) expect(figure).not.toContain("California = 50");
    }
    const own = await (await fetch(`${site.url}/suggestions.json?q=irv&state=ca&edition=ca`)).json();
    const [irvine, ...others] = suggestions.parse(own).places;
    expect(irvine?.figure).toContain("California = 50");
    expect(others.some(({ figure }) => figure.includes("United States = 50"))).toBe(false);
  });

  test("a kind that was typed is dropped only if no place has it, and then it is said", async () => {
    const page = await pageOf("Mexico City");
    expect(page).toContain("No place is called “Mexico City”");
    expect(page).toContain("This city is called Mexico. Mexico, Missouri");
    expect((await at("Panama City")).pathname).toBe("/us/fl/panama-city");
    expect((await at("New York City")).pathname).toBe("/us/ny/new-york");
    expect((await at("Mexico City, MO")).pathname).toBe("/us/mo/mexico");
  });

  test("two names, a question, a nickname, and a state in small letters lead to their places", async () => {
    const both = await pageOf("Dallas Fort Worth");
    expect(both).toMatch(/as two names, Dallas and Fort Worth.*Dallas, Texas.*Fort Worth, Texas/);
    expect(await pageOf("Bloomington-Normal")).toMatch(/Bloomington, Illinois.*Normal, Illinois/);
    const pages = [
      ["crime rate in dayton ohio", "/us/oh/dayton"],
      ["How safe is Irvine, CA?", "/us/ca/irvine"],
      ["safest city in texas", "/us/tx"],
      ["how safe is The Colony, TX?", "/us/tx/the-colony"],
      ["is it safe to live in Gary Indiana", "/us/in/gary"],
      ["N. Carolina", "/us/nc"],
      ["Lake Oswego Oregon", "/us/or/lake-oswego"],
      ["District of Columbia", "/us/dc"],
      ["Philly", "/us/pa/philadelphia"],
      ["L.A.", "/us/ca/los-angeles"],
      ["SF", "/us/ca/san-francisco"],
      ["4059 Mt Lee Dr, Hollywood, CA", "/explore/place/hollywood-los-angeles"],
      ["96813", "/us/hi/honolulu"],
      ["N 41.88 W 87.63", "/us/il/chicago"],
    ] as const;
    for (const [q, path] of pages) expect([q, (await at(q)).pathname]).toEqual([q, path]);
    expect(await pageOf("Abington twp")).toContain("Abington Township, Pennsylvania");
    expect((await at("East Pao Alto, CA")).pathname).toBe("/search");
    // A state's name that ends a place's.
    expect(await pageOf("Mount Washington")).toContain("Mount Washington, Kentucky");
    expect(await pageOf("best places to live")).toContain("Nothing found");
    expect(await (await fetch(`${site.url}/search?q=towns+near+Dayton,+OH`)).text()).toContain(
      'href="/us/near?q=Dayton%2C+OH"',
    );
    const page = await pageOf("pittsburg pa");
    expect(page).toContain("Pittsburgh, Pennsylvania");
    expect(page).not.toContain("Pittsburg, California");
  });

  test("coordinates open the place there, and a point without one says where it is", async () => {
    expect((await at("37.8,-122.27")).pathname).toBe("/us/ca/oakland");
    expect(await pageOf("48.85,2.35")).toContain("outside the 50 states");
    expect(await pageOf("95,-122")).toContain("A latitude is between −90 and 90");
  });

  test("an address opens the place of its city and its ZIP code, whatever its street", async () => {
    const pages = [
      ["1600 Broad St, Columbus, OH 43215", "/us/oh/columbus"],
      ["Denver, CO 80202", "/us/co/denver"],
      ["1 Frank H Ogawa Plaza, Oakland, CA 94612", "/us/ca/oakland"],
    ] as const;
    for (const [q, path] of pages) expect([q, (await at(q)).pathname]).toEqual([q, path]);
  });

  test("nothing found says what was understood and what is missing", async () => {
    expect(await pageOf("00000")).toContain("We read “00000” as a ZIP code. Neither the Census Bureau’s list nor");
    expect(await pageOf("Qqqzz, OH")).toContain(
      "as the name of a place in Ohio. No city, town, township, or census-designated place in Ohio has this name.",
    );
    for (const q of ["sprngfield", "1 Nowhere Rd", "€€€"]) expect(await pageOf(q)).not.toMatch(/check the spelling/i);
  });

  test("completion ranks the whole country, and the page's state first", async () => {
    const names = async (query: string) =>
      suggestions
        .parse(await (await fetch(`${site.url}/suggestions.json?${query}`)).json())
        .places.map(({ name }) => name);
    expect(await names("q=spring")).toContain("Springfield, MO");
    expect((await names("q=colum"))[0]).toBe("Columbus, OH");
    expect((await names("q=springfield&state=or"))[0]).toBe("Springfield, OR");
    expect((await names("q=irvine&edition=us"))[0]).toBe("Irvine, CA");
    const box = async (path: string) => /data-suggest="([^"]*)"/.exec(await (await fetch(site.url + path)).text())?.[1];
    expect([await box("/us/tx/austin"), await box("/explore"), await box("/docs")]).toEqual([
      "/suggestions.json?state=tx",
      "/suggestions.json?state=ca",
      "/suggestions.json",
    ]);
  });

  test("the addresses of earlier searches lead on", async () => {
    for (const path of ["/explore/search?q=irvine", "/us/search?q=irvine", "/explore/suggestions.json?q=irvine"]) {
      const moved = await fetch(site.url + path, { redirect: "manual" });
      const to = path.includes("json") ? "/suggestions.json" : "/search";
      expect([moved.status, moved.headers.get("Location")]).toEqual([308, `${to}?q=irvine`]);
    }
  });
});

const BROWSER = { headers: { Accept: "text/html" } };

test("an unknown page offers a search with the name from its URL", async () => {
  const page = await (await fetch(`${site.url}/explore/city/san-fransisco`, BROWSER)).text();
  expect(page).toContain('value="san fransisco"');
  expect(page).toContain('action="/search"');
});

test("every page credits GeoNames, because its search box completes their names; so do the terms and the reference", async () => {
  for (const path of ["/", "/search?q=hollywood", "/explore/county/orange", "/downloads", "/sign-in", "/nowhere"]) {
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
