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
        A name is matched exactly, after both sides were folded by the same rules. Nothing is guessed: a wrong grade is
        worse than none, so a misspelt name, a neighbourhood or an unincorporated place is <code>found: false</code>.
        The answer carries the name in its one spelling, so that you see what was matched.
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
            {RULES.map(([rule, example]) => (
              <tr>
                <th scope="row" data-label="Rule">
                  {rule}
                </th>
                <td data-label="The same place">{example}</td>
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
        <li>"Orange County County" is not a county.</li>
      </ul>
      <h2>In a path</h2>
      <p>
        Encode a name as <code>encodeURIComponent</code> does; a space may also be <code>+</code>, and a plus sign is{" "}
        <code>%2B</code>. It is decoded once. Broken encoding and control characters are{" "}
        <ErrorLink code="invalid_path" />, more than 100 characters <ErrorLink code="name_too_long" />. In a{" "}
        <a href={URLS.batch}>batch</a> names are plain JSON strings, without any encoding.
      </p>
    </>
  ),
};

const RULES = [
  ["Letter case", "irvine = Irvine = IRVINE"],
  ["Accents", "La Canada Flintridge = La Cañada Flintridge"],
  ["Full stops and apostrophes", "St. Helena = St Helena"],
  ["Hyphens, underscores, slashes, runs of spaces", "Carmel by the Sea = Carmel-by-the-Sea"],
  ["Saint, Mount and Fort at the start", "Saint Helena = St Helena, Mount Shasta = Mt Shasta, Ft Bragg = Fort Bragg"],
  ["City of, Town of", "City of Irvine = Irvine, Town of Truckee = Truckee"],
  ["The state at the end", "Irvine, CA = Irvine, California = Irvine"],
  ["The word County, for counties", "Orange = Orange County = County of Orange = Orange Co."],
] as const;
