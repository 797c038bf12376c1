import { expect, test } from "bun:test";
import { areaCard } from "../../../src/site/place/area-card.tsx";
import { letterText } from "../../../src/site/ui/grade.tsx";
import { areaUrl } from "../../../src/site/view/addresses.ts";
import { releasedNation } from "../../support/server.ts";
import { contentOf, csvRows, servePages } from "../../support/site-pages.ts";

const app = servePages();
const { entries } = releasedNation.areas;

test("the page of an area has its figures and grade, and says that it is not the county", async () => {
  const html = await contentOf("/us/va/area/fairfax-county");
  const [fairfax] = releasedNation.areasOf("51059");
  expect(html).toContain("This is not the county as a whole.");
  expect(html).toContain(
    `Grade ${letterText(fairfax?.record.grade ?? "")}, score ${fairfax?.record.safety_score} of 100`,
  );
  expect(html).toContain(fairfax?.record.crime_rate_per_1k.toFixed(1) ?? "none");
  expect(html).toContain("<h1>Fairfax County police area, Virginia</h1>");
  expect(html).toContain(`href="/report?place=Fairfax+County%2C+VA&amp;year=${releasedNation.nation.dataYear}"`);
  expect(await contentOf("/us/ky/area/madison-county")).toContain("<h1>Madison County sheriff’s area, Kentucky</h1>");
});

test("the page of an area says which places are in its figures and which are not, and has its years and the areas near it", async () => {
  const html = await contentOf("/us/md/area/howard-county");
  const [, covers = "", near = ""] = html.split(/id="(?:covers|near)"/);
  expect(covers).toMatch(/Places this area covers.*\/us\/md\/columbia/s);
  expect(near).toContain("/us/md/area/baltimore-county");
  expect(html).toContain("Violent offenses per 1,000 by year");
  const madison = await contentOf("/us/ky/area/madison-county");
  expect(madison).toMatch(/in the county with police of their own.*\/us\/ky\/richmond/s);
});

test("the page of an area has the counts of each offense by year, and a map of its communities without grades", async () => {
  const html = await contentOf("/us/va/area/fairfax-county");
  const [fairfax] = releasedNation.areasOf("51059");
  const table = /id="offenses".*?<table.*?<\/table>/s.exec(html)?.[0] ?? "";
  const cells = [...table.matchAll(/<tr><th scope="row">(?:<b>)?([^<]+).*?<\/tr>/gs)].map(([row, name]) => [
    name,
    ...[...row.matchAll(/<td[^>]*>([^<]*)/g)].map(([, cell]) => cell),
  ]);
  expect(cells.map(([name]) => name)).toEqual([
    ...["Violent", "Homicide", "Rape", "Robbery", "Aggravated assault"],
    ...["Property", "Burglary", "Motor-vehicle theft", "Larceny"],
  ]);
  const robbery = cells.find(([name]) => name === "Robbery");
  expect(robbery?.at(-2)).toBe(fairfax?.offenses.robbery.toLocaleString("en-US"));
  const map = html.split('aria-label="Fairfax County with')[1] ?? "";
  const names = [...(map.split("</svg>")[1] ?? "").matchAll(/>([^<]+)<\/text>/g)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(["Reston", "Centreville", "Herndon"]));
  expect(map.split("</figure>")[0]?.split('id="covers"')[0]).not.toMatch(/class="boundary[^"]*grade-/);
  expect(html.indexOf('id="offenses"')).toBeLessThan(html.indexOf('id="covers"'));
});

test("the page of an area has the months of its department, with their files, and keeps its grade or its figures", async () => {
  const howard = await contentOf("/us/md/area/howard-county");
  expect(howard).toMatch(/2025 so far, provisional: violent crime (?:fell|rose) \d+%/);
  expect(howard).toContain("The grade is still that of 2024.");
  const rows = await csvRows("/us/md/area/howard-county/months.csv");
  expect(rows).toHaveLength(releasedNation.nation.months?.months ?? 0);
  const svg = await app.request("/us/md/area/howard-county/months.svg");
  expect([svg.status, svg.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"]);
  const ungraded = entries.find(({ record }) => record.grade === null && record.provisional !== null);
  const other = await contentOf(areaUrl(ungraded?.state ?? "MD", ungraded?.county ?? ""));
  expect(other).toContain("The figures are still those of 2024.");
  expect(await contentOf("/us/ky/area/madison-county")).not.toContain("so far, provisional");
  for (const path of ["/us/ky/area/madison-county/months.csv", "/us/ky/area/atlantis/months.svg"])
    expect((await app.request(path)).status).toBe(404);
});

test("the page of an area without a grade says why, and shows no score", async () => {
  const html = await contentOf("/us/ky/area/madison-county");
  expect(html).toContain("No grade, because others take reports in this area.");
  expect(html).not.toContain("of 100</b>");
});

test("every area has its own address, other spellings lead to it, and counties without figures have no page", async () => {
  const urls = entries.map(({ state, county }) => areaUrl(state, county));
  expect(new Set(urls).size).toBe(new Set(entries.map(({ geoid }) => geoid)).size);
  for (const url of new Set(urls.filter((_, index) => index % 25 === 0)))
    expect((await app.request(url)).status).toBe(200);
  const { status, headers } = await app.request("/us/va/area/fairfax");
  expect([status, headers.get("Location")]).toEqual([301, "/us/va/area/fairfax-county"]);
  for (const path of ["/us/va/area/atlantis", "/us/tx/area/dallas-county", "/us/zz/area/fairfax-county"])
    expect((await app.request(path)).status).toBe(404);
});

test("the page of a state lists its areas apart from its places", async () => {
  const html = await contentOf("/us/va");
  for (const { county } of releasedNation.areas.ofState("VA")) expect(html).toContain(areaUrl("VA", county));
});

test("the page of a place without figures of its own leads to the area that covers it", async () => {
  const columbia = await contentOf("/us/md/columbia");
  expect(columbia).toContain("The Howard County Police Department polices it:");
  expect(columbia).toContain("/us/md/area/howard-county");
  expect(await contentOf("/us/fl/brandon")).toContain("Hillsborough County Sheriff");
  expect(await contentOf("/us/il/chicago")).not.toContain("polices it");
});

test("the page of a county leads to its places, and does not say that its sheriff polices all of it", async () => {
  const cook = await contentOf("/us/il/cook-county");
  expect(cook).toContain("polices what no city or town there polices itself:");
  expect(cook).not.toMatch(/polices it\b|nearest town with a grade|When a grade comes back/);
  expect(cook).toContain('href="/us/il?county=cook"');
  expect(await contentOf("/us/il?county=cook")).toContain("Cicero");
  expect(await contentOf("/us/va/reston")).toContain("it will not get a grade of its own");
});

test("a place with a missing class is not compared in its group, and its estimate says why", async () => {
  const html = await contentOf("/us/tx/el-paso");
  expect(html).toMatch(/Rape is missing in 2024, about \d+ expected/);
  expect(html).toContain("rape is missing, so the expected count is used");
  expect(html).toMatch(
    /<b>Violent<\/b><\/a>(?:<\/th><td class="number">[\d,]+<\/td>|<td class="number">[\d,]+<\/td>)+<td class="number">–<\/td><td><\/td>/,
  );
});

test("a search for a point outside every city opens the area, and one for a ZIP code names it", async () => {
  const { status, headers } = await app.request("/search?q=39.27,-77.0");
  expect([status, headers.get("Location")]).toEqual([302, "/us/md/area/howard-county"]);
  expect(await contentOf("/search?q=21228")).toContain("/us/md/area/baltimore-county");
  expect(await contentOf("/search?q=22031")).not.toContain("polices it");
});

test("the preview picture of an area has its grade or that it has none, both rates, and what it is not", async () => {
  const html = await contentOf("/us/va/area/fairfax-county");
  expect(html).toMatch(/property="og:image" content="[^"]+\/us\/va\/area\/fairfax-county\/card\.png"/);
  const response = await app.request("/us/va/area/fairfax-county/card.png");
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  expect((await app.request("/us/md/area/montgomery-county/card.png")).status).toBe(404);
  for (const area of entries.filter((_, index) => index % 20 === 0)) {
    const { svg } = areaCard(area, releasedNation.nation);
    const { record } = area;
    const grade =
      record.grade === null ? "no grade" : `${letterText(record.grade)}, score ${record.safety_score} (United`;
    for (const words of [grade, String(record.data_year), "This is not the county as a whole.", area.department])
      expect(svg).toContain(words.replace("&", "&amp;").replace("'", "&#39;"));
    for (const rate of [record.violent_rate_per_1k, record.property_rate_per_1k])
      expect(svg).toContain(rate.toFixed(1));
  }
});
