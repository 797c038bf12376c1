/** @jsxImportSource hono/jsx */

import { GRADES } from "../../domain/grade.ts";
import { CodeBlock } from "../code-block.tsx";
import { cityUrl } from "../explore/place-url.ts";
import { citationOf } from "../explore/share/citation.ts";
import { number } from "../number.ts";
import { Tile } from "../plate.tsx";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { Example } from "./example.tsx";
import type { Guide } from "./guide.ts";

export const dataset: Guide = {
  path: URLS.dataset,
  title: "Dataset and methodology",
  description: "Where the figures come from, what a score means, how it maps to a grade, and which places are absent.",
  content: ({ places, baseUrl }) => {
    const { cities, counties, data_year: year, last_updated: updated } = places.statistics;
    return (
      <>
        <p>
          Offenses reported to the police in {year}, published by the California Department of Justice, per resident as
          estimated by the Census Bureau: {number(cities)} cities and towns, {counties} counties. Last changed {updated}
          . To get these facts from the service:
        </p>
        <Example id="stats" language="curl" code={`curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}/v1/stats"`} />
        <h2>What a score is</h2>
        <p>
          The rates of violent and property offenses per resident are smoothed and divided by the state's rates. RR is
          the mean of the two ratios, and the score is 100 / (1 + RR²). The state as a whole scores 50, half its rate
          scores 80, and twice its rate scores 20. A city's score depends on its own figures and the state's, never on a
          neighbor's. <a href={URLS.methodology}>The methodology</a> has the formulas, sources, and limits.
        </p>
        <p>
          <code>crime_rate_per_1k</code> and <code>comparison</code> come from the reported counts, without smoothing.
        </p>
        <h2>Grades</h2>
        <Table
          label="Grades"
          class="stack"
          columns={[
            { heading: "Grade", cell: ({ letter }) => <Tile letter={letter} /> },
            { heading: "Score from", cell: ({ from }) => from },
            { heading: "Label", cell: ({ label }) => label },
            { heading: "Stars", cell: ({ stars }) => stars },
            { heading: "Color", cell: ({ color }) => <code>{color}</code> },
          ]}
          rows={GRADES}
        />
        <h2>How to cite it</h2>
        <p>
          The page of each city and county has a line to copy under Cite, with year, sources, and version; see{" "}
          <a href={`${cityUrl("Irvine")}#cite`}>Irvine</a>. For the whole dataset:
        </p>
        <CodeBlock
          id="citation"
          label="Citation of the dataset"
          text={citationOf({
            snapshot: places.records,
            title: `Safety scores of California's cities and counties, ${year}`,
            year,
            url: baseUrl + URLS.downloads,
          })}
          wraps
        />
        <h2>Who is absent</h2>
        <p>
          A city has no record if its offenses are not reported separately from the county sheriff's, if it has fewer
          than 1,000 residents, if it reported no offense at all, or if none of its last three years is complete.{" "}
          <a href={URLS.coverage}>The coverage page</a> gives the reason for each city. Use the record of its county
          instead. A county without a complete year among the last three has no record either.
        </p>
      </>
    );
  },
};
