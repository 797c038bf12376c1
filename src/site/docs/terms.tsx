/** @jsxImportSource hono/jsx */
import { cityUrl } from "../explore/place-url.ts";
import { URLS } from "../urls.ts";
import type { Guide } from "./guide.ts";

export const terms: Guide = {
  path: URLS.terms,
  title: "Terms of use and cautions",
  description: "What you may use a grade for, what you may not, and what to show with it.",
  content: ({ places }) => (
    <>
      <h2>What a grade is not</h2>
      <ul>
        <li>Not all crime: only offenses that were reported to the police.</li>
        <li>
          Not a visitor's risk: rates are per resident. A place with many visitors and jobs looks worse than it is for
          the people who live there.
        </li>
        <li>Not a neighborhood: a city has one score, but its streets differ.</li>
        <li>Not the present: the figures are for {places.statistics.data_year}, and the next year will differ.</li>
        <li>Not a ranking: the FBI advises against ranking places by these figures, and so do we.</li>
      </ul>
      <h2>What it may not be used for</h2>
      <p>
        Decisions about people: tenancy, credit, employment, insurance, or anything else that the Fair Credit Reporting
        Act or the Fair Housing Act governs. Judging people by the grade of the place where they live is discrimination.
      </p>
      <h2>What to show with it</h2>
      <ul>
        <li>
          Grade, score, and year together: "A, score 85, 2025, reported offenses". Never show only the color or the
          letter.
        </li>
        <li>The sources: California Department of Justice, OpenJustice; U.S. Census Bureau.</li>
        <li>
          GeoNames, where you show a neighborhood, a community, or a ZIP code: some of these names and positions, in
          answers and in downloads, are data of <a href="https://www.geonames.org/">GeoNames</a>, licensed under{" "}
          <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>. The column <code>license</code> of the{" "}
          <a href={URLS.downloads}>downloads</a> says which.
        </li>
        <li>
          A link to the <a href={URLS.methodology}>methodology</a> and its limits.
        </li>
        <li>
          To quote the figures of a place, copy the line under Cite on its page, with their year and sources; see{" "}
          <a href={`${cityUrl("Irvine")}#cite`}>Irvine</a>.
        </li>
        <li>
          Or the badge of a city or county, which shows its grade and year and links to its page. The HTML to embed is
          on each place's page under Share; see <a href={`${cityUrl("Irvine")}#share`}>Irvine</a>.
        </li>
      </ul>
      <h2>The service</h2>
      <ul>
        <li>Keys are for your own backend. Do not share them; you are responsible for the requests that use them.</li>
        <li>
          Your <a href={URLS.pricing}>plan</a> sets your limits. Do not open several accounts to avoid limits.
        </li>
        <li>
          You may store answers and show them. The same figures are available as <a href={URLS.downloads}>downloads</a>.
          The figures are public records of the State of California and of the United States; scores and grades are
          computed from them by this software, which is MIT-licensed.
        </li>
        <li>The figures come without any warranty. If you find a mistake, please tell the operator.</li>
      </ul>
    </>
  ),
};
