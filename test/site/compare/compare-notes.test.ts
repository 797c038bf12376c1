import { expect, test } from "bun:test";
import { contentOf, text } from "../../support/site-pages.ts";

const CALIFORNIAN = "/us/compare?place=ca/irvine&place=ca/fresno&place=ca/oakland";

test("what several places share and gives no doubt is said once, and not as a doubt", async () => {
  const shown = await text(CALIFORNIAN);
  const note = "Figures of California's own edition: Irvine, CA, Fresno, CA, and Oakland, CA.";
  expect(shown).toContain(note);
  expect(shown.split("Figures of California's own edition")).toHaveLength(2);
  expect(shown.indexOf(note)).toBeLessThan(shown.indexOf("What the figures cannot say"));
});

test("a comparison of places that one state's edition has leads to the same one there", async () => {
  expect(await contentOf(CALIFORNIAN)).toContain(
    '<a href="/explore/compare?place=irvine&amp;place=fresno&amp;place=oakland">',
  );
  expect(await contentOf("/us/compare?place=ca/irvine&place=tx/austin")).not.toContain('<a href="/explore/compare?');
});

test("the range and what cannot be told apart are said in plain words", async () => {
  const shown = await text(CALIFORNIAN);
  expect(shown).toContain(
    "Bar: the next year’s probable score (8 times in 10). Where two bars share half of the shorter one, the two cannot be told apart.",
  );
  expect(shown).not.toMatch(/80% range|order is chance/);
  expect(shown).toContain("A dotted line marks a change of source or definition: 2014, 2021.");
});

test("a place without a grade is left out with the reason before its numbers", async () => {
  expect(await text("/us/compare?place=tx/austin&place=il/chicago")).toContain(
    "Chicago, IL has no grade to compare: reports look incomplete. The FBI's table has",
  );
});
