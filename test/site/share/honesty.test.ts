import { describe, expect, test } from "bun:test";
import { UNITED_STATES } from "../../../src/editions/united-states.ts";
import { compareCard } from "../../../src/site/compare/compare-card.tsx";
import { nationScoreChart } from "../../../src/site/measure/score-chart.tsx";
import { pagesFor } from "../../../src/site/pages.ts";
import { badgeOf } from "../../../src/site/share/badge.ts";
import { cardPicture, cardText } from "../../../src/site/share/card.tsx";
import { nationView } from "../../../src/site/view/nation-views.ts";
import { releasedNation } from "../../support/server.ts";
import { contentOf, servePages } from "../../support/site-pages.ts";

const { nation, entries } = releasedNation;
/** With a record, with and without coordinates, and without a record. */
const PLACES = ["tx/austin", "ca/irvine", "nj/newark", "il/chicago"];
const QUERIES = {
  "/search": "q=springfield",
  "/us/compare": "place=tx/austin&place=ca/irvine",
  "/us/chart": "place=tx/austin&measure=score",
};

/** Each template of the edition with each place, but for pictures in pixels. */
const PATHS = [
  ...new Set(
    pagesFor([UNITED_STATES])
      .filter(({ type }) => type !== "png")
      .flatMap(({ path }) =>
        PLACES.map((place) => path.replace(":state/:city", place).replace(":state", place.slice(0, 2))),
      ),
  ),
];

/** A letter of a grade: on a tile or in a box, in words, in a picture, or in a file. */
const LETTER =
  /class="(?:tile|letter|dot|band|dots|swatch)[^"]*grade-[a-f]|class="[^"]*grade-[a-f]|grade [A-F]\b|(?:^|,)[A-F][+-]?,|\b[A-F][+-]?, score/m;

const app = servePages();

describe("nothing of the edition shows a letter without the United States and the year", () => {
  test.each(PATHS)("%s", async (path) => {
    const [base = ""] = Object.keys(QUERIES).filter((one) => path.startsWith(one));
    const query = Object.entries(QUERIES).find(([one]) => one === base)?.[1] ?? "";
    const response = await app.request(query === "" ? path : `${path}?${query}`);
    if (response.status === 404) return;
    expect(response.status).toBe(200);
    const content = (await response.text()).replace(/<header.*?<\/header>/s, "");
    if (!LETTER.test(content)) return;
    expect(content).toContain("United States");
    expect(content).toContain(String(nation.dataYear));
  });

  test("the cards and badges of every place", () => {
    for (const entry of entries.filter((_, index) => index % 50 === 0)) {
      const place = nationView(entry, nation);
      const { svg } = cardPicture(place, nationScoreChart(releasedNation, entry.state, entry));
      for (const content of [svg, badgeOf(place).svg, cardText(place)]) {
        expect(content).toContain("United States = 50");
        expect(content).toContain(String(nation.dataYear));
      }
    }
  });

  test("the card of a comparison", () => {
    const [first, second] = entries.map((entry) => nationView(entry, nation));
    const { svg } = compareCard(first && second ? [first, second] : []);
    for (const words of ["United States = 50", String(nation.dataYear)]) expect(svg).toContain(words);
  });

  test("the suggestions of the search", async () => {
    for (const q of ["austin tx", "springfield", "nyc"]) {
      const found = JSON.parse(await contentOf("/suggestions.json", `q=${encodeURIComponent(q)}`));
      const own = found.places.filter(({ href }: { href: string }) => href.startsWith("/us/"));
      expect(own.length).toBeGreaterThan(0);
      for (const { figure } of own)
        expect(figure).toMatch(/^no grade$|^see its (?:area|places)$|United States = 50, 2024/);
    }
  });
});

test("every page of a place, methodology, and coverage say which edition people review", async () => {
  for (const place of PLACES) expect(await contentOf(`/us/${place}`)).toContain("no person reviewed each place");
  expect(await contentOf("/us/tx/austin")).toContain("no person reviewed this place");
  expect(await contentOf("/us/ca/irvine")).toContain("in an edition that people review");
  for (const path of ["/explore/city/irvine", "/explore/county/orange", "/explore/city/dunsmuir", "/coverage"])
    expect(await contentOf(path)).toContain("The edition of California is reviewed");
  for (const path of ["/methodology", "/us/coverage", "/coverage"])
    expect(await contentOf(path)).toMatch(/(?:[Nn]obody|[Nn]o person) reviewed each place/);
});
