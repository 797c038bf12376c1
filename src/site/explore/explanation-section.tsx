/** @jsxImportSource hono/jsx */
import type { PlaceExplanation } from "../../domain/explain.ts";
import { OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import { number } from "../number.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { IntervalDrawing } from "./interval-chart.tsx";
import { StepsTable } from "./steps-table.tsx";

export const GROUP_NAMES = { violent: "Violent", property: "Property" } as const satisfies Record<OffenseGroup, string>;

export type PlaceKind = "city" | "county";
export const PLURALS = { city: "cities", county: "counties" } as const satisfies Record<PlaceKind, string>;

/** How sure the score is. */
export function IntervalSection({ explanation }: { readonly explanation: PlaceExplanation }) {
  const { interval, safety_score: score, grade } = explanation;
  const [best] = interval.grades;
  const worst = interval.grades.at(-1);
  return (
    <section>
      <h2 id="interval-heading">How sure the score is</h2>
      <p>
        Score {score}, 80 % interval {interval.safety_score_low} to {interval.safety_score_high}:{" "}
        {best === worst
          ? `chance alone hardly takes it out of ${grade}`
          : `the grade could be anything from ${worst} to ${best}`}
        . The interval holds what chance does to the counts of a year. Offenses that nobody reported, and change from
        one year to the next, are not in it.
      </p>
      <IntervalDrawing explanation={explanation} />
    </section>
  );
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
  { name: (kind) => `Mean of all ${PLURALS[kind]}`, shown: (group) => group.prior_mean.toFixed(2) },
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
          n: residents in thousands ({explanation.population / 1_000}); m and v: mean and variance of the rates of all
          graded {PLURALS[kind]}. Numbers are rounded for reading. <a href={URLS.methodology}>Why it is made so</a>.
        </p>
      </details>
    </section>
  );
}

function classes({ violent, property }: PlaceExplanation): readonly (readonly [string, number])[] {
  return [
    ["Homicide", violent.offenses.homicide],
    ["Rape", violent.offenses.rape],
    ["Robbery", violent.offenses.robbery],
    ["Aggravated assault", violent.offenses.aggravated_assault],
    ["Burglary", property.offenses.burglary],
    ["Motor-vehicle theft", property.offenses.motor_vehicle_theft],
    ["Larceny", property.offenses.larceny],
  ];
}
