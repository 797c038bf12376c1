/** @jsxImportSource hono/jsx */
import { CITY_ALIASES } from "../../domain/alias.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { ErrorLink } from "./error-link.tsx";
import { Example } from "./example.tsx";
import type { Guide } from "./guide.ts";

export const names: Guide = {
  path: URLS.names,
  title: "Matching of names",
  description: "Which spellings of a city or county are the same place, and which are not.",
  content: ({ baseUrl }) => (
    <>
      <p>
        A name is matched exactly, after both sides are folded by the same rules. Nothing is guessed: a wrong grade is
        worse than none, so a misspelled name, a neighborhood or an unincorporated place is <code>found: false</code>.{" "}
        <a href={URLS.address}>From an address to a score</a> says how such a place is found. A record carries the name
        in its one spelling, so that you see what was matched; an item of a batch carries the name as you sent it.
      </p>
      <h2>What makes no difference</h2>
      <ScrollBox label="Spellings that are the same">
        <table class="stack">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">The same place</th>
            </tr>
          </thead>
          <tbody>
            {SPELLING_RULES.map(({ rule, places }) => (
              <tr>
                <th scope="row" data-label="Rule">
                  {rule}
                </th>
                <td data-label="The same place">{places.map((spellings) => spellings.join(" = ")).join("; ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <Example
        id="spelling"
        language="curl"
        code={`curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}/v1/safety/LA+CANADA+FLINTRIDGE"`}
      />
      <h2>Other names</h2>
      <p>A closed list, no more:</p>
      <ul>
        {Object.entries(CITY_ALIASES).map(([canonical, aliases]) => (
          <li>
            {aliases.join(", ")} = {canonical}
          </li>
        ))}
      </ul>
      <h2>What does make a difference</h2>
      <ul>
        <li>The word "City" at the end: Yuba City, Daly City, King City and California City are called so.</li>
        <li>
          "Orange" as a city is the city of Orange; as a county it is Orange County. The{" "}
          <a href={URLS.docs}>two endpoints</a> never answer for each other.
        </li>
        <li>
          A county that the city does not lie in, or a ZIP code of another state:{" "}
          <code>Irvine, Los Angeles County</code> is not found. Which ZIP code of California follows a name makes no
          difference.
        </li>
        <li>"Orange County County" is not a county.</li>
      </ul>
      <h2>In a path</h2>
      <p>
        Encode a name as <code>encodeURIComponent</code> does; a space may also be <code>+</code>, and a plus sign is{" "}
        <code>%2B</code>. It is decoded once; a slash at the end makes no difference. Broken encoding and control
        characters other than line ends and tabs are <ErrorLink code="invalid_path" />, more than 100 characters{" "}
        <ErrorLink code="name_too_long" />.
      </p>
      <h2>In a batch</h2>
      <p>
        In a <a href={URLS.batch}>batch</a> names are plain JSON strings, without any encoding. They are folded as in a
        path. A control character that is no line end or tab is part of the name, so the item is{" "}
        <code>found: false</code>; the rest of the batch is answered.
      </p>
    </>
  ),
};

/** A rule and, for each place, spellings of it that the rule makes equal. */
interface SpellingRule {
  readonly rule: string;
  readonly kind: "city" | "county";
  readonly places: readonly (readonly string[])[];
}

export const SPELLING_RULES: readonly SpellingRule[] = [
  { rule: "Letter case", kind: "city", places: [["irvine", "Irvine", "IRVINE"]] },
  { rule: "Accents", kind: "city", places: [["La Canada Flintridge", "La Cañada Flintridge"]] },
  { rule: "Full stops and apostrophes", kind: "city", places: [["St. Helena", "St Helena", "St.Helena"]] },
  {
    rule: "Hyphens, underscores, slashes, line ends, runs of spaces",
    kind: "city",
    places: [["Carmel by the Sea", "Carmel-by-the-Sea"]],
  },
  {
    rule: "Saint, Mount and Fort at the start",
    kind: "city",
    places: [
      ["Saint Helena", "St Helena"],
      ["Mount Shasta", "Mt Shasta"],
      ["Fort Bragg", "Ft Bragg"],
    ],
  },
  {
    rule: "A short first word, where one city alone has that name",
    kind: "city",
    places: [
      ["So. San Francisco", "S. San Francisco", "South San Francisco"],
      ["Pt. Hueneme", "Port Hueneme"],
    ],
  },
  {
    rule: "City of, Town of, City and County of",
    kind: "city",
    places: [
      ["City of Irvine", "The City of Irvine", "Irvine"],
      ["Town of Truckee", "Truckee"],
      ["City and County of San Francisco", "San Francisco"],
    ],
  },
  {
    rule: "The state, a ZIP code and the country at the end, with or without commas and brackets",
    kind: "city",
    places: [["Irvine, CA", "Irvine California", "Irvine (CA)", "Irvine, CA 92618", "Irvine, CA, USA", "Irvine"]],
  },
  {
    rule: "The county that the city lies in, with the word County",
    kind: "city",
    places: [["Irvine, Orange County, CA 92618", "Irvine, Orange County", "Irvine"]],
  },
  {
    rule: "The word County, for counties",
    kind: "county",
    places: [["Orange", "Orange County", "County of Orange", "Orange Co."]],
  },
];
