/** @jsxImportSource hono/jsx */
import { URLS } from "../urls.ts";
import type { Guide } from "./guide.ts";

export const terms: Guide = {
  path: URLS.terms,
  title: "Terms of use and cautions",
  description: "What a grade may be used for, what it may not, and what has to stand beside it.",
  content: ({ atlas }) => (
    <>
      <h2>What a grade is not</h2>
      <ul>
        <li>Not all crime: offenses that were reported to the police, and no others.</li>
        <li>
          Not the risk of a visitor: residents are the denominator. A place with many visitors and jobs looks worse than
          it is for those who live there.
        </li>
        <li>Not a neighborhood: a city is one number, its streets differ.</li>
        <li>Not the present: the figures are of {atlas.statistics.data_year}, and a year is not the next one.</li>
        <li>Not a ranking: the FBI advises against ranking places by these figures, and so do we.</li>
      </ul>
      <h2>What it may not be used for</h2>
      <p>
        Decisions about people: tenancy, credit, employment, insurance, or anything else that the Fair Credit Reporting
        Act or the Fair Housing Act governs. Where a place's grade stands in for the people who live there, it
        discriminates.
      </p>
      <h2>What has to stand beside it</h2>
      <ul>
        <li>
          Grade, score, and year together: "A, score 85, 2025, reported offenses". Never the color or the letter alone.
        </li>
        <li>The sources: California Department of Justice, OpenJustice; U.S. Census Bureau.</li>
        <li>
          A way to the <a href={URLS.methodology}>methodology</a> and its limits.
        </li>
      </ul>
      <h2>The service</h2>
      <ul>
        <li>Keys are for your own backend. Do not share them; you are responsible for what is sent with them.</li>
        <li>
          Your <a href={URLS.pricing}>plan</a> sets your limits. Do not open several accounts to avoid limits.
        </li>
        <li>
          You may keep answers and show them; the same figures are there as <a href={URLS.downloads}>downloads</a>. The
          figures are public records of the State of California and of the United States; scores and grades are computed
          from them by this software, which is MIT-licensed.
        </li>
        <li>The figures come without any warranty. If you find a mistake, please tell the operator.</li>
      </ul>
    </>
  ),
};
