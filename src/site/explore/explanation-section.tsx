/** @jsxImportSource hono/jsx */
import type { PlaceExplanation } from "../../domain/explanation.ts";
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES, type OffenseGroup } from "../../domain/offense.ts";
import { number } from "../number.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { IntervalDrawing } from "./interval-chart.tsx";
import { StepsTable } from "./steps-table.tsx";

export const GROUP_NAMES = { violent: "Violent", property: "Property" } as const satisfies Record<OffenseGroup, string>;

export type PlaceKind = "city" | "county";
export const PLURALS = { city: "cities", county: "counties" } as const satisfies Record<PlaceKind, string>;

/** Where the score will lie next year, and how well this year's is known. */
export function IntervalSection({ explanation }: { readonly explanation: PlaceExplanation }) {
  const { next_year: next, this_year: now } = explanation.intervals;
  return (
    <section>
      <h2 id="interval-heading">Next year's score</h2>
      <p>
        <strong>
          8 times in 10 the score of {next.year} will lie between {next.safety_score_low} and {next.safety_score_high}
        </strong>{" "}
        (grades {lettersText(next.grades)}). This holds how far rates of places of this size have moved from one year to
        the next, and chance. <a href={URLS.backtest}>How often it was right</a>.
      </p>
      <p>
        Chance alone leaves the score of {now.year} between {now.safety_score_low} and {now.safety_score_high}. Offenses
        that nobody reported are in neither.
      </p>
      <IntervalDrawing explanation={explanation} />
    </section>
  );
}

function lettersText(grades: PlaceExplanation["intervals"]["next_year"]["grades"]): string {
  const [best, worst] = [grades[0], grades.at(-1)];
  return best === worst ? `${best}` : `${worst} to ${best}`;
}

type GroupExplanation = Pick<
  PlaceExplanation["violent"],
  "count" | "rate_per_1k" | "weight" | "prior_mean" | "smoothed_rate_per_1k" | "state_rate_per_1k" | "ratio"
>;

interface Measure {
  readonly name: (kind: PlaceKind) => string;
  readonly shown: (group: GroupExplanation) => string;
}

const MEASURES: readonly Measure[] = [
  { name: () => "Reported offenses", shown: ({ count }) => number(count) },
  { name: () => "Reported rate", shown: (group) => group.rate_per_1k.toFixed(2) },
  { name: () => "From its past", shown: (group) => group.prior_mean.toFixed(2) },
  { name: () => "Weight of the reported rate", shown: ({ weight }) => `${(weight * 100).toFixed(1)} %` },
  { name: () => "Smoothed rate", shown: (group) => group.smoothed_rate_per_1k.toFixed(2) },
  { name: () => "California", shown: (group) => group.state_rate_per_1k.toFixed(2) },
  { name: () => "Ratio to California", shown: ({ ratio }) => ratio.toFixed(2) },
];

interface ExplanationProps {
  readonly kind: PlaceKind;
  readonly explanation: PlaceExplanation;
}

/** What made the score: counts, rates reported and smoothed, and every step with the city's own numbers. */
export function ExplanationSection({ kind, explanation }: ExplanationProps) {
  return (
    <section>
      <h2 id="explanation">What made the score</h2>
      <p>{explanation.summary}</p>
      <ScrollBox label="Rates against the state">
        <table class="figures">
          <caption>Rates per 1,000 residents, {explanation.data_year}</caption>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              {OFFENSE_GROUPS.map((group) => (
                <th scope="col">{GROUP_NAMES[group]}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {MEASURES.map(({ name, shown }) => (
              <tr>
                <th scope="row">{name(kind)}</th>
                {OFFENSE_GROUPS.map((group) => (
                  <td>{shown(explanation[group])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <ScrollBox label="Offenses by class">
        <table class="figures">
          <caption>Offenses by class, {explanation.data_year}</caption>
          <thead>
            <tr>
              <th scope="col">Class</th>
              <th scope="col">Count</th>
            </tr>
          </thead>
          <tbody>
            {classes(explanation).map(([name, count]) => (
              <tr>
                <th scope="row">{name}</th>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <details>
        <summary>The formula with this {kind}'s numbers</summary>
        <StepsTable caption="Steps from the counts to the score" steps={explanation.steps} />
        <p class="small muted">
          n: residents in thousands ({explanation.population / 1_000}); m and v: mean and variance of the rate that its
          earlier years foretold{explanation.years.length < 2 ? ` (here, of all ${PLURALS[kind]})` : ""}; p and u: the
          same after the newest of them; C and c: California's rates of {explanation.data_year} and of that year; k:
          years between them; σ: how far a rate moves in a year. Numbers are rounded for reading.{" "}
          <a href={URLS.methodology}>Why it is made so</a>.
        </p>
      </details>
    </section>
  );
}

function classes({ violent, property }: PlaceExplanation): readonly (readonly [string, number])[] {
  const counts = { ...violent.offenses, ...property.offenses };
  return OFFENSE_CLASSES.map((offense) => [OFFENSES[offense].name, counts[OFFENSES[offense].field]]);
}
