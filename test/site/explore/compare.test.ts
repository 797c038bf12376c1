import { expect, test } from "bun:test";
import { ownText } from "../../../src/base/text.ts";
import { nationCompareSlug } from "../../../src/site/view/addresses.ts";
import { sharedSite } from "../../support/served-site.ts";
import { releasedNation, releasedPlaces } from "../../support/server.ts";
import { csvRows } from "../../support/site-pages.ts";

const site = await sharedSite();

async function page(path: string): Promise<string> {
  return (await fetch(site.url + path)).text();
}

test("two places are shown side by side with the figures of their records", async () => {
  const html = await page("/explore/compare?place=irvine&place=orange-county");
  expect(html).toContain("<title>Compare Irvine and Orange County ·");
  for (const place of [
    releasedPlaces.city(ownText("Irvine"))?.entry,
    releasedPlaces.county(ownText("Orange"))?.entry,
  ]) {
    const { safety_score: score, data_year: year } = place?.record ?? {};
    expect(html).toContain(`<span class="score">${score}</span><span class="year">${year}</span>`);
    expect(html).toContain(`in ${(year ?? 0) + 1}`);
  }
});

test("a typed name is added to the places in the URL, and a misspelled one is never guessed", async () => {
  const added = await fetch(`${site.url}/explore/compare?place=irvine&add=los+angeles`, { redirect: "manual" });
  expect([added.status, added.headers.get("location")]).toEqual([
    303,
    "/explore/compare?place=irvine&place=los-angeles",
  ]);
  const missed = await page("/explore/compare?place=irvine&add=San+F");
  expect(missed).toContain("No city or county with a grade here is called “San F”.");
  // The choice keeps what was chosen before.
  expect(missed).toContain('<a href="/explore/compare?place=irvine&amp;place=san-francisco">San Francisco</a>');
});

test("names typed into the empty page lead to their comparison, and one that is unknown keeps the other", async () => {
  expect((await page("/explore/compare")).match(/name="add"/g)).toHaveLength(3);
  const both = await fetch(`${site.url}/explore/compare?add=Irvine&add=orange+county`);
  expect(both.url).toEndWith("/explore/compare?place=irvine&place=orange-county");
  const one = await page("/explore/compare?add=Irvine&add=Atlantis");
  expect(one).toContain("No city or county with a grade here is called “Atlantis”.");
  expect(one).toContain('<input type="hidden" name="place" value="irvine"/>');
});

test("a place without a grade stays, with its reason", async () => {
  const page = await fetch(`${site.url}/explore/compare?place=irvine&add=Vernon`);
  expect(page.url).toEndWith("place=irvine&place=vernon");
  const html = await page.text();
  expect(html).toContain('<a href="/explore/city/vernon">Vernon</a> has no grade to compare');
  expect(html).toContain('href="/explore/compare?place=irvine"');
});

test("at most five places are shown, each once, and unknown places are left out", async () => {
  const places = ["irvine", "irvine", "atlantis", "fresno", "oakland", "san-diego", "alameda-county", "long-beach"];
  const query = new URLSearchParams(places.map((place): [string, string] => ["place", place]));
  const found = await csvRows("/explore/compare.csv", String(query));
  const names = ["Irvine", "Fresno", "Oakland", "San Diego", "Alameda County"];
  // Every year that the pictures show.
  const { from } = releasedPlaces.records.state.trend;
  const years = releasedPlaces.records.dataYear - from + 1;
  expect(found.map(({ name, data_year }) => `${name} ${data_year}`)).toEqual(
    names.flatMap((name) => Array.from({ length: years }, (_, index) => `${name} ${from + index}`)),
  );
  expect(await page(`/explore/compare?${query}`)).toContain("up to five places");
});

test("a city in several counties is shown with that of most residents, and once however often it is named", async () => {
  const html = await page("/us/compare?place=tx/austin&place=tx/austin&place=tx/dallas");
  expect(html).toContain("<title>Compare Austin, TX and Dallas, TX ·");
  for (const name of ["Austin", "Dallas"]) {
    const entry = releasedNation.entries.find((one) => one.state === "TX" && one.name === name) ?? expect.unreachable();
    const [county, ...others] = releasedNation.countiesOf(entry);
    expect(others.length).toBeGreaterThan(0);
    expect(html).toContain(`>${county} and ${others.length} more, Texas</text>`);
    expect(html).toContain(`>${county}</text>`);
  }
});

test("the year after the data year is compared where a place has it, provisional, also in the file", async () => {
  const query = "place=tx/austin&place=fl/tampa";
  const html = await page(`/us/compare?${query}`);
  expect(html).toContain('2025 so far <span class="chip">provisional</span>');
  const [austin, tampa] = [
    ["TX", "Austin"],
    ["FL", "Tampa"],
  ].map(
    ([state, name]) =>
      releasedNation.entries.find((one) => one.state === state && one.name === name)?.record.provisional ??
      expect.unreachable(),
  );
  const table = html.slice(html.indexOf("2025 so far <span"));
  expect(table).toContain(`>−${Math.round(-(austin?.violent?.change_percent ?? 0))}%`);
  // Florida's months lack a class.
  expect(tampa?.property).toBeNull();
  expect(table).toContain("not compared");
  const rows = await csvRows("/us/compare.csv", query);
  const own = rows.filter((row) => row["provisional"] !== "");
  expect(own.map((row) => [row["data_year"], row["violent_provisional"], row["property_provisional"]])).toEqual([
    ["2024", String(austin?.violent?.offenses), String(austin?.property?.offenses)],
    ["2024", String(tampa?.violent?.offenses), ""],
  ]);
  const without = releasedNation.entries.filter(({ record }) => record.provisional === null).slice(0, 2);
  const slugs = without.map((entry) => nationCompareSlug(entry, releasedNation.nation));
  expect(await page(`/us/compare?${slugs.map((slug) => `place=${slug}`).join("&")}`)).not.toContain("so far");
});

test("every place's page links to its comparison", async () => {
  expect(await page("/explore/city/irvine")).toContain('href="/explore/compare?place=irvine"');
  expect(await page("/explore/county/orange")).toContain('href="/explore/compare?place=orange-county"');
});
