/** @jsxImportSource hono/jsx */
import { familyOf, GRADES } from "../../domain/grade.ts";
import { number } from "../number.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { Example } from "./example.tsx";
import type { Guide } from "./guide.ts";

export const dataset: Guide = {
  path: URLS.dataset,
  title: "Dataset and methodology",
  description: "Where the figures come from, what a score means, how grades follow from it, and what is absent.",
  content: ({ atlas, baseUrl }) => {
    const { cities, counties, data_year: year, last_updated: updated } = atlas.statistics;
    return (
      <>
        <p>
          Offenses reported to the police in {year}, as the California Department of Justice publishes them, per
          resident by the Census Bureau's estimate: {number(cities)} cities and towns, {counties} counties. Last changed{" "}
          {updated}. Ask the service itself:
        </p>
        <Example id="stats" language="curl" code={`curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}/v1/stats"`} />
        <h2>What a score is</h2>
        <p>
          Violent and property offenses per resident, each divided by the state's rate and smoothed for small places;
          the score is 100 / (1 + RR²) of their geometric mean RR. The state as a whole is 50, half its rate 80, twice
          its rate 20. It moves with the city's own figures alone, never with a neighbor's.{" "}
          <a href={URLS.methodology}>The methodology</a> has the formulae, sources and limits.
        </p>
        <p>
          <code>crime_rate_per_1k</code> and <code>comparison</code> come from the counts as they are, not smoothed.
        </p>
        <h2>Grades</h2>
        <ScrollBox label="Grades">
          <table class="stack">
            <thead>
              <tr>
                <th scope="col">Grade</th>
                <th scope="col">Score from</th>
                <th scope="col">Label</th>
                <th scope="col">Stars</th>
                <th scope="col">Color</th>
              </tr>
            </thead>
            <tbody>
              {GRADES.map((grade) => (
                <tr>
                  <th scope="row" data-label="Grade">
                    <span class={`mark grade-${familyOf(grade.letter).toLowerCase()}`}>{grade.letter}</span>
                  </th>
                  <td data-label="Score from">{grade.from}</td>
                  <td data-label="Label">{grade.label}</td>
                  <td data-label="Stars">{grade.stars}</td>
                  <td data-label="Color">
                    <code>{grade.color}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
        <h2>Who is absent</h2>
        <p>
          A city whose offenses are not reported apart from its sheriff's, one with fewer than 1,000 residents, one that
          reported none at all. <a href={URLS.coverage}>The coverage page</a> says it city by city. Use the record of
          its county instead. A county without a complete year among the last three has no record either.
        </p>
      </>
    );
  },
};
