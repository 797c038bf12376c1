import { describe, expect, test } from "bun:test";
import { isComparedMonths } from "../../../src/domain/nation-months.ts";
import { propertyOf } from "../../../src/domain/offense.ts";
import { letterText } from "../../../src/site/ui/grade.tsx";
import { signed } from "../../../src/site/ui/number.ts";
import { nationPlaceUrl } from "../../../src/site/view/addresses.ts";
import { releasedNation, releasedPlaces } from "../../support/server.ts";
import { contentOf, csvRows, servePages, text } from "../../support/site-pages.ts";

const app = servePages();
const { entries, nation } = releasedNation;
const EDITION = "United States edition, 2024";

describe("every page of the nation names its edition, its year, and its yardstick", () => {
  test.each(["/us", "/us/coverage", "/us/tx", "/us/fl", "/us/tx/austin", "/us/il/chicago", "/us/compare"])(
    "%s",
    async (path) => {
      const html = await contentOf(path);
      expect(html).toContain(EDITION);
      expect(html).toContain("US = 50");
    },
  );

  test("the box of a grade says US = 50 in place of /100", async () => {
    const html = await contentOf("/us/tx/austin");
    expect(html).toContain("US = 50");
    expect(html).not.toContain("/100");
  });
});

test("other spellings of a state and a place lead to their own URL, and unknown ones to nothing", async () => {
  const at = async (path: string) => {
    const { status, headers } = await app.request(path);
    return [status, headers.get("Location")];
  };
  expect(await at("/us/TX")).toEqual([301, "/us/tx"]);
  expect(await at("/us/texas/austin")).toEqual([308, "/us/tx/austin"]);
  expect(await at("/us/ny/nyc")).toEqual([308, "/us/ny/new-york"]);
  for (const path of ["/us/zz", "/us/tx/nowhere", "/us/nj/hamilton-township"])
    expect(await at(path)).toEqual([404, null]);
});

test("a state lists its places by name, size, county, and grade, and the file has the same selection", async () => {
  const own = entries.filter(({ state }) => state === "OH");
  const urls = (html: string) =>
    Array.from(html.matchAll(/<th scope="row"[^>]*><a href="(\/us\/oh\/[^"]+)"/g), ([, url]) => url);
  expect(urls(await contentOf("/us/oh")).length).toBeGreaterThanOrEqual(25);
  expect((await csvRows("/us/oh/places.csv")).map(({ city }) => city).toSorted()).toEqual(
    own.map(({ name }) => name).toSorted(),
  );
  const best = own.filter(({ record }) => record.grade.startsWith("A") && record.population >= 50_000);
  const query = "grade=A&size=50000&sort=score";
  const rows = await csvRows("/us/oh/places.csv", query);
  expect(rows.map(({ score }) => Number(score))).toEqual(
    best.map(({ record }) => record.safety_score).toSorted((a, b) => b - a),
  );
  expect(await contentOf("/us/oh", query)).toContain(`${best.length} place`);
  expect((await csvRows("/us/oh/places.csv", "name=SPRINGF")).every(({ city }) => city?.startsWith("Springf"))).toBe(
    true,
  );
  const absent = nation.absent.filter(({ state }) => state === "OH");
  expect((await csvRows("/us/oh/places.csv", "grade=none")).length).toBe(absent.length);
  const listed = await contentOf("/us/oh");
  for (const place of absent) expect(listed).toContain(nationPlaceUrl(place, nation));
});

test("coverage says which places have no point, and each place has its GEOID or its agency's code", async () => {
  expect(await text("/us/coverage")).toContain("A department that reports for several places has no point");
  const without = [...nation.places, ...nation.absent].filter(({ geoid, ori }) => geoid === null && ori === null);
  expect(without.length).toBeLessThan(40);
});

test("a place's page has what its year was compared with", async () => {
  const austin = await text("/us/tx/austin");
  expect(austin).toMatch(/Residents FBI 984,613; Census 993,588, 0\.9% apart/);
  expect(austin).toMatch(
    /Complete years since 2012 11 before 2024, the last of them 2023; left out for every place: 2021/,
  );
  expect(austin).toContain(
    "Real-Time Crime Index, Scorecard of April 24, 2026: 4,072 violent, 31,671 property offenses",
  );
  expect(austin).toContain("Notes by the FBI none for 2024");
  expect(austin).not.toContain("no complete figures for 2021");
  expect(await text("/us/ca/irvine")).toContain("by the state's own edition");
});

test("a state with few residents covered says so first, and no state has a score", async () => {
  expect(await contentOf("/us/fl")).toContain("Few places in Florida report separately");
  expect(await contentOf("/us/tx")).not.toContain("Few places in");
  expect(await contentOf("/us/tx")).toContain("A state has no score");
});

test("a state lists its places largest first and says so in the head, and a choice of another order holds", async () => {
  const html = await contentOf("/us/tx");
  expect(html).toMatch(/aria-sort="descending"><a[^>]*>Residents</);
  expect(html.match(/aria-sort/g)).toHaveLength(1);
  const rows = (content: string) =>
    [...content.matchAll(/<th scope="row"[^>]*><a href="([^"]+)"/g)].map(([, to]) => to);
  expect(rows(html).slice(0, 3)).toEqual(["/us/tx/houston", "/us/tx/san-antonio", "/us/tx/dallas"]);
  const [first] = entries.filter(({ state }) => state === "TX").toSorted((a, b) => a.name.localeCompare(b.name));
  expect(rows(await contentOf("/us/tx", "sort=city"))[0]).toBe(first && nationPlaceUrl(first, nation));
});

test("a place without a record shows its complete years, names only those in the title, and has their file", async () => {
  expect(await text("/us/il/chicago")).toContain(
    "Violent and property crime in Chicago were above the national rate every year from 2014 to 2019",
  );
  expect(await contentOf("/us/il/chicago/years.csv")).toContain("2019");
  expect(await text("/us/tx/austin")).toContain(
    "Property crime in Austin was above the national rate every year since 2012",
  );
});

test("places without a record are listed largest first, and states by name", async () => {
  const html = await contentOf("/us/tx");
  const [, largest] = /<th scope="row"[^>]*><a href="([^"]+)"/.exec(html.slice(html.indexOf('id="absent"'))) ?? [];
  expect(largest).toBe("/us/tx/bryan");
  const states = [...(await contentOf("/us/coverage")).matchAll(/#absent">([^<]+)<\/a>/g)].map(([, state]) => state);
  expect(states.length).toBeGreaterThan(40);
  expect(states).toEqual(states.toSorted());
});

test("the nation's line is thin and solid and named at its end, its average is dotted, and no black label stands beside either", async () => {
  const austinPage = await contentOf("/us/tx/austin");
  expect(austinPage).toContain('class="line-state solid"');
  expect(austinPage).toMatch(/>Nation<\/tspan>/);
  expect(austinPage).toContain(">National average = 50</text>");
  for (const path of ["/us/tx", "/us/tx/austin", "/us"]) expect(await contentOf(path)).not.toMatch(/flagged|dashed/);
  expect(await contentOf("/explore/city/irvine")).not.toContain("line-state solid");
});

const austin = entries.find(({ name, state }) => state === "TX" && name === "Austin");

test("a comparison has the parts of the state's: verdict, links that remove a place, and a card", async () => {
  const query = "place=tx/austin&place=wa/seattle&place=il/chicago";
  const html = await contentOf("/us/compare", query);
  expect(html).toMatch(/scores better than|cannot be told apart|Seattle, WA scores \d+, with no known range/);
  expect(html).toContain(">National average = 50</text>");
  expect(await text("/us/compare", query)).toContain("Chicago, IL has no grade");
  const [before = Number.NaN, now = Number.NaN] = [2023, 2024].map(
    (year) => austin?.trend.score[year - austin.trend.from] ?? 0,
  );
  expect(await text("/us/compare", query)).toContain(`Austin, TX ${before} ${now} ${signed(now - before)}`);
  const without = (...slugs: string[]) =>
    `/us/compare?${slugs.map((slug) => `place=${encodeURIComponent(slug)}`).join("&amp;")}`;
  expect(html).toContain(`href="${without("wa/seattle", "il/chicago")}" class="screen" aria-label="Remove Austin, TX"`);
  expect(html).toContain(`<a href="${without("tx/austin", "wa/seattle")}">Remove Chicago, IL</a>`);
  const card = await app.request("/us/compare/card.png?place=tx/austin&place=wa/seattle");
  expect([card.status, card.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  expect(html).toContain("/us/compare/card.png?place=tx%2Faustin&amp;place=wa%2Fseattle");
  const choices = await contentOf("/us/compare", "place=tx/austin&add=Concord&add=Pleasanton");
  expect(choices.match(/<select [^>]*name="place"/g)).toHaveLength(2);
  for (const part of ['name="place" value="tx/austin"', 'value="ca/concord"', 'value="ca/pleasanton"'])
    expect(choices).toContain(part);
  expect(await text("/us/compare", "place=tx/austin&add=Austn")).toContain(
    "No city or town with a grade here is called “Austn”.",
  );
});

test("a city's page has both ratios, the score, and the letter against the nation", async () => {
  const html = await text("/explore/city/irvine");
  const irvine = entries.find(({ name, state }) => state === "CA" && name === "Irvine");
  if (irvine === undefined) throw new Error("Irvine has no record");
  const { record, rating } = irvine;
  expect(html).toContain(
    `Against the nation, 2024: ${rating.violent.ratio.toFixed(2)} times the violent crime and ${rating.property.ratio.toFixed(2)} times the property crime per resident. Score ${record.safety_score}, grade ${letterText(record.grade)} , where the national average is 50.`,
  );
  expect(await contentOf("/explore/city/irvine")).toContain('href="/us/ca/irvine"');
});

test("a comparison of California's with a place of another state is made against the nation, and nothing is guessed", async () => {
  const to = async (query: string) => (await app.request(`/explore/compare?${query}`)).headers.get("Location");
  expect(await to("place=irvine&add=Austin,+TX")).toBe("/us/compare?place=ca%2Firvine&place=tx%2Faustin");
  expect(await to("place=irvine&add=Springfield")).toBeNull();
  expect(await to("place=irvine&add=Austn")).toBeNull();
});

test("a chart page of the nation has up to four places of any states, beside the nation", async () => {
  const html = await text("/us/chart", "place=tx/austin&place=ca/irvine&measure=property");
  for (const name of ["Austin, TX", "Irvine, CA", "United States edition, 2024"]) expect(html).toContain(name);
  const rows = await csvRows("/us/chart.csv", "place=tx/austin&measure=property");
  const austin = entries.find(({ name, state }) => state === "TX" && name === "Austin");
  expect(rows.find(({ place, data_year }) => place === "Austin, TX" && data_year === "2024")?.["offenses"]).toBe(
    String(austin ? propertyOf(austin.offenses) : ""),
  );
  expect(rows.find(({ place, data_year }) => place === "Austin, TX" && data_year === "2021")?.["value"]).toBe("");
});

test("an absent place has what was expected and reported, and the nearest graded places", async () => {
  const chicago = await text("/us/il/chicago");
  // Only one kind of offense broke off, so the picture has that kind.
  expect(chicago).toMatch(/About [\d,]+ violent offenses were expected in 2024; [\d,]+ were reported/);
  expect(chicago).toMatch(/Aggravated assault [\d,]+ 3,386/);
  expect(chicago).toContain(nation.absent.find(({ geoid }) => geoid === "1714000")?.detail ?? "Chicago");
  const low = nation.absent.find(({ state, name }) => state === "AL" && name === "Anniston");
  if (low === undefined) throw new Error("Anniston is not absent");
  const { violent, property } = low.expected ?? { violent: 0, property: 0 };
  expect(await text(nationPlaceUrl(low, nation))).toContain(
    `About ${(violent + property).toLocaleString("en-US")} offenses were expected in 2024; `,
  );
  expect(chicago).toContain("The nearest towns with a grade");
  expect(chicago).toContain("Cicero");
  const shared = [...nation.places, ...nation.absent].find(({ geoid, ori }) => geoid === null && ori !== null);
  if (shared === undefined) throw new Error("no department reports for several places");
  expect(await text(nationPlaceUrl(shared, nation))).toContain("the nearest towns are not known");
  const absent = nation.absent.find(
    ({ state, geoid }) => state === "CA" && releasedPlaces.records.cities.some((city) => city.geoid === geoid),
  );
  if (absent) expect(await text(nationPlaceUrl(absent, nation))).toContain("The nearest towns with a grade");
});

test("the nation's page has the changes of its places beside the FBI's own, and says why they differ", async () => {
  const page = await text("/us");
  const { months } = nation;
  if (!isComparedMonths(months)) expect.unreachable();
  const { places, residents, changes } = months;
  expect(page).toContain(
    `Reported crime fell by about as much in ${places} graded places, where ${Math.round(residents / 1e6)} million people live, as in the whole country.`,
  );
  const [violent, property] = [changes.violent, changes.property].map((change) =>
    signed(Number((100 * change).toFixed(1))),
  );
  expect(page).toContain(`Violent offenses, 2024 to 2025 ${places} places United States, FBI ${violent}% −9.3%`);
  expect(page).toContain(`Property offenses, 2024 to 2025 ${places} places United States, FBI ${property}% −12.4%`);
  expect(page).toContain("327.6 violent offenses per 100,000 residents in 2025");
  expect(page).toContain("Ours cover city departments whose twelve months pass our checks");
});
