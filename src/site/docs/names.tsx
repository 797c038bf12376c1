/** @jsxImportSource hono/jsx */

import { CITY_ALIASES } from "../../domain/alias.ts";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { ErrorLink } from "./error-link.tsx";
import { Example } from "./example.tsx";
import type { Guide } from "./guide.ts";

export const names: Guide = {
  path: URLS.names,
  title: "Matching of names",
  description: "Which spellings match a city or county, and which do not.",
  content: ({ baseUrl }) => (
    <>
      <p>
        Names match exactly after both sides are normalized by the same rules. The service never guesses: a wrong grade
        is worse than none. A misspelled name, a neighborhood, or an unincorporated place gets <code>found: false</code>
        . <a href={URLS.address}>From an address to a score</a> explains how to find such a place. A record has the
        canonical name, so you can see what was matched. A batch item has the name as you sent it.
      </p>
      <h2>What is ignored</h2>
      <Table
        label="Spellings that are the same"
        class="stack"
        columns={[
          { heading: "Rule", cell: ({ rule }) => rule },
          {
            heading: "The same place",
            cell: ({ places }) => places.map((spellings) => spellings.join(" = ")).join("; "),
          },
        ]}
        rows={SPELLING_RULES}
      />
      <Example
        id="spelling"
        language="curl"
        code={`curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}/v1/safety/LA+CANADA+FLINTRIDGE"`}
      />
      <h2>Other names</h2>
      <p>These other names are accepted, and no others:</p>
      <ul>
        {Object.entries(CITY_ALIASES).map(([canonical, aliases]) => (
          <li>
            {aliases.join(", ")} = {canonical}
          </li>
        ))}
      </ul>
      <h2>What is not ignored</h2>
      <ul>
        <li>
          The word "City" at the end: it is part of the names Yuba City, Daly City, King City, and California City.
        </li>
        <li>
          "Orange" as a city is the city of Orange; as a county it is Orange County. The{" "}
          <a href={URLS.docs}>two endpoints</a> never answer for one another.
        </li>
        <li>
          A county that the city is not in, or a ZIP code of another state: <code>Irvine, Los Angeles County</code> is
          not found. After a name, any California ZIP code is accepted.
        </li>
        <li>"Orange County County" is not a county.</li>
      </ul>
      <h2>In a path</h2>
      <p>
        Encode a name as <code>encodeURIComponent</code> does; a space may also be <code>+</code>, and a plus sign is{" "}
        <code>%2B</code>. The path is decoded once, and a trailing slash is ignored. Invalid encoding and control
        characters other than line ends and tabs get <ErrorLink code="invalid_path" />, and more than 100 characters get{" "}
        <ErrorLink code="name_too_long" />.
      </p>
      <h2>In a batch</h2>
      <p>
        In a <a href={URLS.batch}>batch</a> names are plain JSON strings, without URL encoding. They are normalized as
        in a path. A control character other than a line end or tab is part of the name, so the item gets{" "}
        <code>found: false</code>, and the rest of the batch is answered.
      </p>
    </>
  ),
};

/** A rule with example spellings that it treats as equal. */
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
    rule: "An abbreviated first word, if only one city matches",
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
    rule: "The county that the city is in, with the word County",
    kind: "city",
    places: [["Irvine, Orange County, CA 92618", "Irvine, Orange County", "Irvine"]],
  },
  {
    rule: "The word County, for counties",
    kind: "county",
    places: [["Orange", "Orange County", "County of Orange", "Orange Co."]],
  },
];
