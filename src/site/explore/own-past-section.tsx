/** @jsxImportSource hono/jsx */
import type { PlaceExplanation } from "../../domain/explain.ts";
import { OFFENSE_GROUPS } from "../../domain/offense.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { GROUP_NAMES, PLURALS, type PlaceKind } from "./explanation-section.tsx";
import { StepsTable } from "./steps-table.tsx";

interface OwnPastProps {
  readonly kind: PlaceKind;
  readonly name: string;
  readonly explanation: PlaceExplanation;
}

/** What the score would be with the place's own past as the prior, beside the one in force. */
export function OwnPastSection({ kind, name, explanation }: OwnPastProps) {
  const { own_past: own, data_year: dataYear, safety_score: score, grade } = explanation;
  const isPartial = explanation.cautions.some(({ flag }) => flag === "partial_year");
  const heading = <h2 id="own-past">With the {kind}'s own past</h2>;
  if (own.years.length === 0) {
    return (
      <section>
        {heading}
        <p>
          No earlier year of {name} has figures of its own, so its past says nothing yet: the score of {dataYear} is
          drawn toward the mean of all {PLURALS[kind]}, as in the record, and stays {score}, grade {grade}.
        </p>
      </section>
    );
  }
  return (
    <section>
      {heading}
      <p>
        Chance moves the counts of a single year. The score of the record, {score}, is therefore drawn toward the mean
        of all {PLURALS[kind]}, the more so the fewer residents a {kind} has. Drawn toward the past of {name} itself
        instead ({yearsText(own.years)}), it would be{" "}
        <strong>
          grade {own.grade}, score {own.safety_score}
        </strong>{" "}
        for {dataYear}: {comparedWith(own.safety_score - score)} the record's.
      </p>
      <p>
        That is steadier: chance in one year's counts weighs less where earlier years say what is usual here, and{" "}
        <a href={URLS.backtest}>over past years</a> it foretold the next year's offenses of cities better. The record
        and the API's <code>safety_score</code> stay drawn toward all {PLURALS[kind]}; {PLURALS[kind]} with the same
        figures of {dataYear} and different histories would differ here.
      </p>
      {isPartial && (
        <p>
          The figures of {dataYear} are known to be incomplete. They count here as they do in the record, so this score
          is too good as well.
        </p>
      )}
      <ScrollBox label="Rates smoothed toward the own past">
        <table class="figures">
          <caption>Smoothed toward its own past, {dataYear}, per 1,000 residents</caption>
          <thead>
            <tr>
              <th scope="col">Offenses</th>
              <th scope="col">Reported rate</th>
              <th scope="col">Weight of it</th>
              <th scope="col">From its past</th>
              <th scope="col">Smoothed rate</th>
              <th scope="col">In the record</th>
              <th scope="col">Ratio to California</th>
            </tr>
          </thead>
          <tbody>
            {OFFENSE_GROUPS.map((group) => (
              <tr>
                <th scope="row">{GROUP_NAMES[group]}</th>
                <td>{explanation[group].rate_per_1k.toFixed(2)}</td>
                <td>{(own[group].weight * 100).toFixed(1)} %</td>
                <td>{own[group].prior_mean.toFixed(2)}</td>
                <td>{own[group].smoothed_rate_per_1k.toFixed(2)}</td>
                <td>{explanation[group].smoothed_rate_per_1k.toFixed(2)}</td>
                <td>{own[group].ratio.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <details>
        <summary>The formula with this {kind}'s past</summary>
        <StepsTable caption="Steps from the past to the score" steps={own.steps} />
        <p class="small muted">
          n: residents in thousands; m and v: mean and variance of the rate that the past foretells; p and u: the same
          after {own.years.at(-1)}; C and c: California's rates of {dataYear} and of that year; k: years between them;
          σ: how far a rate moves in a year, {own.violent.yearly_move} for violent and {own.property.yearly_move} for
          property offenses, fitted on the years before {dataYear}.{" "}
          <a href={`${URLS.methodology}#the-own-past`}>How it is made</a>.
        </p>
      </details>
    </section>
  );
}

/** "2010 to 2018 and 2020 to 2023". */
function yearsText(years: readonly number[]): string {
  const firsts = years.filter((year) => !years.includes(year - 1));
  const runs = firsts.map((first) => {
    const last = years.find((year) => year >= first && !years.includes(year + 1)) ?? first;
    return first === last ? `${first}` : `${first} to ${last}`;
  });
  return runs.length < 2 ? runs.join("") : `${runs.slice(0, -1).join(", ")} and ${runs.at(-1)}`;
}

function comparedWith(more: number): string {
  if (more === 0) return "the same as";
  const points = Math.abs(more) === 1 ? "point" : "points";
  return `${Math.abs(more)} ${points} ${more > 0 ? "more" : "less"} than`;
}
