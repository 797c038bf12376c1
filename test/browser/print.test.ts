import { expect, test } from "bun:test";
import { cautionText } from "../../src/domain/explain.ts";
import type { SnapshotPlace } from "../../src/domain/snapshot.ts";
import { stateView } from "../../src/site/view/views.ts";
import { launchBrowser, UNDRAWN } from "../support/browser.ts";
import { sharedSite } from "../support/served-site.ts";
import { releasedPlaces } from "../support/server.ts";

const [browser, site] = await Promise.all([launchBrowser(UNDRAWN), sharedSite()]);
const { cities, counties } = releasedPlaces.records;

const pathOf = (place: SnapshotPlace) => stateView(place, releasedPlaces.records).path;
const wordsOf = ({ cautions }: SnapshotPlace) => cautions.map(cautionText).join(" ").length;
const wordiest = (places: readonly SnapshotPlace[]) => places.toSorted((a, b) => wordsOf(b) - wordsOf(a)).slice(0, 2);
const PLACES = [...wordiest(cities), ...wordiest(counties), ...cities.slice(0, 1)];

const HIDDEN = `[...document.querySelectorAll("pre, iframe, button, form")].filter((one) => one.checkVisibility()).map((one) => one.textContent.slice(0, 40))`;
const SPLIT = `[...document.querySelectorAll("main figure")].filter((one) => getComputedStyle(one).breakInside !== "avoid").length`;

test("a place prints as a brief of three sheets with its cautions, on Letter and on A4", async () => {
  const page = await browser.newPage();
  for (const place of PLACES) {
    await page.goto(site.url + pathOf(place));
    for (const format of ["Letter", "A4"]) {
      const pdf = await page.pdf({ format, printBackground: false });
      const sheets = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      expect([pathOf(place), format, sheets]).toEqual([pathOf(place), format, 3]);
    }
    await page.emulateMedia({ media: "print" });
    const text = await page.locator("main").innerText();
    for (const caution of place.cautions) expect(text).toContain(cautionText(caution));
    // The only code is the citation, and a title is in the figure that stays whole.
    expect(await page.evaluate<string[]>(HIDDEN)).toEqual([expect.stringContaining("Safety Statistics, “")]);
    expect(await page.evaluate<number>(SPLIT)).toBe(0);
    await page.emulateMedia({ media: null });
  }
});

test.each(["/us/tx/houston", "/us/ca/irvine"])("%s prints on three sheets with what its months say", async (path) => {
  const page = await browser.newPage();
  await page.goto(site.url + path);
  const pdf = await page.pdf({ format: "Letter", printBackground: false });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#months").innerText()).toContain("2025 so far, provisional");
  await page.close();
});

test.each([
  ["/explore/city/dunsmuir", 2],
  ["/us/il/chicago", 2],
] as const)("%s, without a grade, prints on %d sheets without code", async (path, sheets) => {
  const page = await browser.newPage();
  await page.goto(site.url + path);
  const pdf = await page.pdf({ format: "Letter" });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(sheets);
  await page.emulateMedia({ media: "print" });
  expect(await page.evaluate<string[]>(HIDDEN)).toEqual([]);
  await page.close();
});

test.each([
  "/explore/compare?place=irvine&place=fremont&place=davis&place=oakland&place=alameda-county",
  "/us/compare?place=tx/austin&place=wa/seattle",
])("a comparison prints on at most three sheets, without forms and code: %s", async (path) => {
  const page = await browser.newPage();
  await page.goto(site.url + path);
  const pdf = await page.pdf({ format: "Letter" });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(3);
  await page.emulateMedia({ media: "print" });
  expect(await page.evaluate<string[]>(HIDDEN)).toEqual([]);
  await page.close();
});
