import { expect, test } from "bun:test";
import { ownText } from "../../../src/base/text.ts";
import { letterText } from "../../../src/site/ui/grade.tsx";
import { sharedSite } from "../../support/served-site.ts";
import { releasedPlaces } from "../../support/server.ts";

const PAGES = ["/explore/city/la-canada-flintridge", "/explore/county/orange"] as const;

const site = await sharedSite();

function recordAt(path: string) {
  const slug = path.split("/").at(-1) ?? "";
  const place = path.includes("/city/")
    ? releasedPlaces.city(ownText(slug))?.entry
    : releasedPlaces.county(ownText(slug))?.entry;
  if (!place) throw new Error(`no place at ${path}`);
  return { ...place.record, grade: letterText(place.record.grade) };
}

test.each(PAGES)("%s has preview metadata, with an image of 1200 by 630 that other sites may load", async (path) => {
  const page = await (await fetch(site.url + path)).text();
  const contentOf = (property: string) =>
    new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(page)?.[1] ?? "";
  const { grade, safety_score: score, data_year: year } = recordAt(path);
  expect(contentOf("og:url")).toEndWith(path);
  expect(contentOf("og:image:alt")).toEndWith(`: ${grade}, score ${score}, ${year}, reported offenses`);
  expect(page).toContain(`<link rel="canonical" href="${contentOf("og:url")}"`);

  const image = await fetch(site.url + new URL(contentOf("og:image")).pathname);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(image.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  const png = new DataView(await image.arrayBuffer());
  // PNG, third edition, section 11.2.1: the header's width and height.
  expect([png.getUint32(0), png.getUint32(16), png.getUint32(20)]).toEqual([0x89504e47, 1200, 630]);
  expect(png.byteLength).toBeGreaterThan(8_000);
});

test.each(PAGES)("%s has a badge with grade, score, and year, and the HTML to embed it", async (path) => {
  const { grade, safety_score: score, data_year: year } = recordAt(path);
  const badge = await fetch(`${site.url}${path}/badge.svg`);
  expect([badge.status, badge.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  expect(badge.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  const svg = await badge.text();
  expect(svg).toContain(`>Safety ${year}, reported offenses</text>`);
  expect(svg).toContain(`>${grade}, ${score} of 100</text>`);

  const page = await (await fetch(site.url + path)).text();
  const [, shown = ""] = /<code id="badge-code">(.*?)<\/code>/s.exec(page) ?? [];
  const code = shown.replaceAll(/<[^>]+>/g, "");
  expect(code).toContain(`${path}/badge.svg`);
  expect(code).toMatch(/^&lt;a href=&quot;http[^ ]+&quot;&gt;&lt;img /);
});

test("a comparison has a card with its verdict, and fewer than two places have none", async () => {
  const query = "place=davis&place=lodi";
  const page = await (await fetch(`${site.url}/explore/compare?${query}`)).text();
  expect(page).toContain(`/explore/compare/card.png?${query.replace("&", "&amp;")}"`);
  expect(page).toMatch(/<meta property="og:image:alt" content="Davis scores better than Lodi\. Davis: /);
  const image = await fetch(`${site.url}/explore/compare/card.png?${query}`);
  const png = new DataView(await image.arrayBuffer());
  expect([image.status, png.getUint32(16), png.getUint32(20)]).toEqual([200, 1200, 630]);
  expect((await fetch(`${site.url}/explore/compare/card.png?place=davis`)).status).toBe(404);
});

test("an unknown place has neither card nor badge", async () => {
  for (const path of [
    "/explore/city/atlantis/card.png",
    "/explore/county/atlantis/badge.svg",
    "/explore/city/arvin/card.png",
  ]) {
    expect([path, (await fetch(site.url + path)).status]).toEqual([path, 404]);
  }
});

test.each([...PAGES, "/explore/city/san-marcos"])(
  "%s has a line to cite: grade, score, the year of the record, its sources, the version, and the page",
  async (path) => {
    const page = await (await fetch(site.url + path)).text();
    const [, line = ""] = /<code id="citation">([^<]*)<\/code>/.exec(page) ?? [];
    const { grade, safety_score: score, data_year: year } = recordAt(path);
    const { version, lastUpdated } = releasedPlaces.records;
    expect(line).toContain(`: ${grade}, score ${score}, ${year}, reported offenses`);
    expect(line).toContain(`California Department of Justice, Crimes and Clearances ${year}`);
    expect(line).toContain(`U.S. Census Bureau, population on 1 July ${year}`);
    expect(line).toContain(`Dataset version ${version} of ${lastUpdated.slice(0, 10)}. http`);
    expect(line).toEndWith(path);
    // The line below the record names the same year.
    expect(page).toContain(`Source: California Department of Justice, Crimes and Clearances ${year} (re`);
  },
);

test("the dataset has a line to cite too", async () => {
  const page = await (await fetch(`${site.url}/docs/dataset`)).text();
  const { version, dataYear } = releasedPlaces.records;
  expect(page).toContain(`counties, ${dataYear}”. Data: California Department of Justice`);
  expect(page).toContain(`Dataset version ${version} of `);
});
