/** @jsxImportSource hono/jsx */
import type { PlaceExplanation } from "../../domain/explanation.ts";
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES, type OffenseGroup } from "../../domain/offense.ts";
import { number } from "../number.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { IntervalDrawing } from "./interval-chart.tsx";
import { StepsTable } from "./steps-table.tsx";

export const GROUP_NAMES = { violent: "Violent", property: "Property" } as const satisfies Record<OffenseGroup, string>;

export type RecordKind = "city" | "county";
export const PLURALS = { city: "cities", county: "counties" } as const satisfies Record<RecordKind, string>;

/** The range for next year's score, and how certain this year's score is. */
export function IntervalSection({ explanation }: { readonly explanation: PlaceExplanation }) {
  const { next_year: next, this_year: now } = explanation.intervals;
  return (
    <section>
      <h2 id="interval-heading">Next year's score</h2>
      <p>
        <strong>
          8 times in 10, the {next.year} score will be between {next.safety_score_low} and {next.safety_score_high}
        </strong>{" "}
        (grades {lettersText(next.grades)}). The range covers chance and how much the rates of places of this size have
        changed from one year to the next. <a href={URLS.backtest}>How often this was right</a>;{" "}
        <a href={`${URLS.glossary}#data`}>what the terms mean</a>.
      </p>
      <p>
        {now.safety_score_low === now.safety_score_high
          ? `Chance alone leaves the ${now.year} score at ${now.safety_score_low}.`
          : `Chance alone puts the ${now.year} score between ${now.safety_score_low} and ${now.safety_score_high}.`}{" "}
        Neither range covers unreported offenses.
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
  readonly name: (kind: RecordKind) => string;
  readonly shown: (group: GroupExplanation) => string;
}

const MEASURES: readonly Measure[] = [
  { name: () => "Reported offenses", shown: ({ count }) => number(count) },
  { name: () => "Reported rate", shown: (group) => group.rate_per_1k.toFixed(2) },
  { name: () => "Predicted from its past", shown: (group) => group.prior_mean.toFixed(2) },
  { name: () => "Weight of the reported rate", shown: ({ weight }) => `${(weight * 100).toFixed(1)} %` },
  { name: () => "Smoothed rate", shown: (group) => group.smoothed_rate_per_1k.toFixed(2) },
  { name: () => "California", shown: (group) => group.state_rate_per_1k.toFixed(2) },
  { name: () => "Ratio to California", shown: ({ ratio }) => ratio.toFixed(2) },
];

interface ExplanationProps {
  readonly kind: RecordKind;
  readonly explanation: PlaceExplanation;
}

/** How the score was made: counts, reported and smoothed rates, and every step with the place's own numbers. */
export function ExplanationSection({ kind, explanation }: ExplanationProps) {
  return (
    <section>
      <h2 id="explanation">How the score was made</h2>
      <p>{explanation.summary}</p>
      <ScrollBox label="Rates compared with the state">
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
          n: residents in thousands ({explanation.population / 1_000}); m and v: mean and variance of the rate predicted
          from its earlier years{explanation.years.length < 2 ? ` (here, of all ${PLURALS[kind]})` : ""}; p and u: the
          same after the newest of those years; C and c: California's rates in {explanation.data_year} and in that year;
          k: years between them; σ: how much a rate changes in a year. Numbers are rounded for display.{" "}
          <a href={URLS.methodology}>Why the formula works this way</a>.
        </p>
      </details>
    </section>
  );
}

function classes({ violent, property }: PlaceExplanation): readonly (readonly [string, number])[] {
  const counts = { ...violent.offenses, ...property.offenses };
  return OFFENSE_CLASSES.map((offense) => [OFFENSES[offense].name, counts[OFFENSES[offense].field]]);
}
