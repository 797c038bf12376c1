import { expect, test } from "bun:test";
import { KM_PER_MILE, kilometersBetween } from "../../../src/gazetteer/distance.ts";
import { nationFullName } from "../../../src/site/view/addresses.ts";
import { releasedNation } from "../../support/server.ts";
import { contentOf, csvRows, text } from "../../support/site-pages.ts";

const { entries, gazetteer, nation } = releasedNation;

test("the list of all places has the same selection on the page and in the file, by state, size, and rate", async () => {
  const query = "state=oh&size=50000&sort=rate";
  const own = entries
    .filter(({ state, record }) => state === "OH" && record.population >= 50_000)
    .map(({ record }) => record.crime_rate_per_1k)
    .toSorted((a, b) => a - b);
  const rows = await csvRows("/us/browse.csv", query);
  expect(rows.map((row) => Number(row["crime_rate_per_1k"]))).toEqual(own);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["OH"]));
  const page = await text("/us/browse", query);
  expect(page).toContain(`of ${own.length} places`);
  expect(page).toContain("compare the ranges, not the ranks");
  // A state's counties can be chosen.
  expect(await contentOf("/us/browse", "state=oh")).toContain('value="franklin"');
  expect(await contentOf("/us/browse")).not.toContain('name="county"');
});

test("the county filter finds every place with a part in the county, a city of several under each", async () => {
  for (const [state, county, city] of [
    ["tx", "Travis County", "Austin"],
    ["tx", "Harris County", "Houston"],
    ["tx", "Dallas County", "Dallas"],
  ] as const) {
    const value = county.replace(" County", "").toLowerCase();
    const inCounty = entries
      .filter((entry) => entry.state.toLowerCase() === state && releasedNation.countiesOf(entry).includes(county))
      .map(({ name }) => name);
    expect(inCounty).toContain(city);
    for (const [path, query] of [
      [`/us/${state}/places.csv`, `county=${value}`],
      ["/us/browse.csv", `state=${state}&county=${value}`],
    ] as const) {
      const rows = await csvRows(path, query);
      expect(rows.map((row) => String(row["city"]).replace(/, .*$/, "")).toSorted()).toEqual(inCounty.toSorted());
      expect(rows.every((row) => row["county"] !== "")).toBe(true);
    }
  }
});

test("equal values share a rank, and small places have none", async () => {
  const html = await contentOf("/us/browse", "size=100000&sort=rate");
  const ranks = [...html.matchAll(/<span class="rank">([^<]+)<\/span>/g)].map(([, rank]) => Number(rank));
  const rates = entries
    .filter(({ record }) => record.population >= 100_000)
    .map(({ record }) => record.crime_rate_per_1k)
    .toSorted((a, b) => a - b);
  expect(ranks).toHaveLength(25);
  expect(ranks).toEqual(rates.slice(0, 25).map((rate) => rates.indexOf(rate) + 1));
  if (entries.some(({ record }) => record.population < 10_000)) {
    expect(await contentOf("/us/browse", "size=10000-&sort=rate")).toContain('<span class="rank none">–</span>');
  }
});

test("the year after the data year is in lists and their files as the API has it, and can be asked for", async () => {
  const compared = entries.filter(({ record }) => record.provisional !== null);
  const rows = await csvRows("/us/browse.csv", "provisional=compared");
  const nameOf = (entry: (typeof entries)[number]) => nationFullName(entry, nation);
  expect(rows.map(({ city }) => city ?? "").toSorted()).toEqual(compared.map(nameOf).toSorted());
  expect(compared).toHaveLength(nation.months?.places ?? 0);
  const all = await csvRows("/us/browse.csv");
  const byName = new Map(entries.map((entry) => [nameOf(entry), entry]));
  expect(byName.size).toBe(entries.length);
  const kinds = new Set(all.map((row) => row["provisional"]));
  expect(kinds).toEqual(new Set(["compared", "not compared", "no months"]));
  for (const row of all) {
    const { record, months } = byName.get(row["city"] ?? "") ?? expect.unreachable();
    const hasMonths = Object.values(months?.offenses ?? {}).some((counts) => counts.some((count) => count !== null));
    const kind = record.provisional ? "compared" : hasMonths ? "not compared" : "no months";
    expect([row["city"], row["provisional"]]).toEqual([row["city"], kind]);
    expect(row["provisional_year"]).toBe(String(record.provisional?.year ?? ""));
    for (const group of ["violent", "property"] as const) {
      const found = record.provisional?.[group];
      expect([
        row[`${group}_provisional`],
        row[`${group}_provisional_change`],
        row[`${group}_provisional_exceeds_chance`],
        row[`${group}_provisional_exceeds_usual`],
      ]).toEqual(
        [found?.offenses, found?.change_percent, found?.exceeds_chance, found?.exceeds_usual_change].map((value) =>
          String(value ?? ""),
        ),
      );
    }
  }
});

test("the list says that the year is provisional, and keeps the filter in every link and in the form", async () => {
  const html = await contentOf("/us/browse", "provisional=compared&state=tx");
  expect(html).toMatch(/2025 so far <span class="chip">provisional<\/span>/);
  expect(html).toMatch(/<input type="checkbox" id="provisional-compared" name="provisional" value="compared" checked/);
  for (const [, href = ""] of html.matchAll(/<a href="(\/us\/browse[^"]*(?:sort|page)=[^"]*)"/g)) {
    expect(href).toContain("provisional=compared");
  }
  const austin = entries.find(({ geoid }) => geoid === "4805000")?.provisional ?? expect.unreachable();
  const page = await text("/us/tx", "name=austin");
  const change = `${Math.round(100 * (austin.violent?.change ?? 0))}%`.replace("-", "−");
  expect(page).toMatch(new RegExp(`2025: violent ${change} ?, property \\S+`));
  expect(await contentOf("/us")).toContain('href="/us/browse?provisional=compared"');
  const california = await contentOf("/explore/browse", "provisional=compared");
  expect(california).not.toContain("provisional</span>");
  expect(california).toBe(await contentOf("/explore/browse"));
});

test("near a place are all that have figures or a reason within the distance, nearest first", async () => {
  const row = gazetteer.ofGeoid("0820000");
  if (row === undefined) throw new Error("Denver is not known");
  const denver = gazetteer.pointOf(row);
  const near = [...entries, ...nation.absent].flatMap(({ geoid }) => {
    const own = geoid === null ? undefined : gazetteer.ofGeoid(geoid);
    const kilometers = own === undefined ? Number.NaN : kilometersBetween(denver, gazetteer.pointOf(own));
    return kilometers <= 30 && !(geoid?.length === 5) ? [geoid ?? ""] : [];
  });
  const rows = await csvRows("/us/near.csv", "q=Denver%2C+CO");
  expect(rows.map(({ geoid }) => geoid).toSorted()).toEqual([...new Set(near)].toSorted());
  const distances = rows.map((one) => Number(one["kilometers"]));
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  const page = await text("/us/near", "q=Denver%2C+CO");
  expect(page).toContain("Within 19 miles (30 km) of Denver");
  expect(page).toContain(
    ` ${Math.round(Number(rows[1]?.["kilometers"]) / KM_PER_MILE)} ${Math.round(Number(rows[1]?.["kilometers"]))} `,
  );
});

test("near takes a ZIP code and coordinates, asks which of several is meant, and says if nothing is known", async () => {
  expect(await text("/us/near", "q=80202&km=10")).toContain("Within 6 miles (10 km) of ZIP code 80202");
  expect(await text("/us/near", "q=39.74,-104.99")).toContain("Within 19 miles (30 km) of this point");
  expect(await text("/us/near", "q=Honolulu,+HI")).toMatch(
    /No graded place besides Honolulu.*Honolulu Honolulu, [\d,]+ residents/,
  );
  expect(await text("/us/near", "q=1600+Broad+St,+Columbus,+OH")).toContain("of Columbus");
  expect(await text("/us/near", "q=Springfield")).toContain("Which one?");
  expect(await text("/us/near", "q=qqqqzz")).toContain("We know no city, town, or ZIP code “qqqqzz”");
  const unknown = await contentOf("/us/near", "q=qqqqzz");
  expect(unknown).toMatch(/<input id="near"[^>]* aria-invalid="true" aria-describedby="unknown-place"/);
  expect(unknown).toContain('<p id="unknown-place" role="status">');
  expect(await contentOf("/us/near", "q=Springfield")).not.toContain("aria-invalid");
});

test("a place has its peers with what separates them, its rank, and the others of its name", async () => {
  const austin = entries.find(({ geoid }) => geoid === "4805000");
  if (austin === undefined) throw new Error("Austin has no grade");
  const page = await text("/us/tx/austin");
  expect(page).toContain("Austin, Texas");
  const { larger, smaller } = releasedNation.peersOf(austin).nation;
  for (const { name, state } of [...larger, ...smaller]) expect(page).toContain(`${name}, ${state}`);
  const rank = releasedNation.rankOf(austin)?.nation;
  expect(page).toContain(`of ${rank?.of} graded places of`);
  expect(await text("/us/ca/glendale")).toMatch(/Also: Glendale, Arizona/);
  expect(await text("/explore/city/glendale")).toMatch(/Also: Glendale, Arizona/);
});

test("what gives no reason to doubt the figures has no triangle", async () => {
  expect(await text("/us/ca/irvine")).toContain("Figures of California's own edition");
  expect(await contentOf("/us/compare", "place=ca/irvine&place=ca/fremont")).not.toContain(
    "caution: figures of California",
  );
});
