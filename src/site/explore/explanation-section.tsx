/** @jsxImportSource hono/jsx */

import type { PlaceExplanation } from "../../domain/explanation.ts";
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES, type OffenseGroup } from "../../domain/offense.ts";
import { number } from "../number.ts";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { IntervalDrawing } from "./interval-chart.tsx";

const GROUP_NAMES = { violent: "Violent", property: "Property" } as const satisfies Record<OffenseGroup, string>;

type RecordKind = "city" | "county";
const PLURALS = { city: "cities", county: "counties" } as const satisfies Record<RecordKind, string>;

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
  readonly name: string;
  readonly shown: (group: GroupExplanation) => string;
}

const MEASURES: readonly Measure[] = [
  { name: "Reported offenses", shown: ({ count }) => number(count) },
  { name: "Reported rate", shown: (group) => group.rate_per_1k.toFixed(2) },
  { name: "Predicted from its past", shown: (group) => group.prior_mean.toFixed(2) },
  { name: "Weight of the reported rate", shown: ({ weight }) => `${(weight * 100).toFixed(1)}%` },
  { name: "Smoothed rate", shown: (group) => group.smoothed_rate_per_1k.toFixed(2) },
  { name: "California", shown: (group) => group.state_rate_per_1k.toFixed(2) },
  { name: "Ratio to California", shown: ({ ratio }) => ratio.toFixed(2) },
];

interface ExplanationProps {
  readonly kind: RecordKind;
  readonly explanation: PlaceExplanation;
}

/** How the score was made: counts, reported and smoothed rates, and every step with the place's own numbers. */
export function ExplanationSection({ kind, explanation }: ExplanationProps) {
  const counts = { ...explanation.violent.offenses, ...explanation.property.offenses };
  return (
    <section>
      <h2 id="explanation">How the score was made</h2>
      <p>{explanation.summary}</p>
      <Table
        label="Rates compared with the state"
        class="figures"
        title={`Rates per 1,000 residents, ${explanation.data_year}`}
        columns={[
          { heading: "Measure", cell: ({ name }) => name },
          ...OFFENSE_GROUPS.map((group) => ({
            heading: GROUP_NAMES[group],
            cell: ({ shown }: Measure) => shown(explanation[group]),
          })),
        ]}
        rows={MEASURES}
      />
      <Table
        label="Offenses by class"
        class="figures"
        title={`Offenses by class, ${explanation.data_year}`}
        columns={[
          { heading: "Class", cell: (offense) => OFFENSES[offense].name },
          { heading: "Count", cell: (offense) => number(counts[OFFENSES[offense].field]) },
        ]}
        rows={OFFENSE_CLASSES}
      />
      <details>
        <summary>The formula with this {kind}'s numbers</summary>
        <Table
          label="Steps from the counts to the score"
          class="figures formula stack"
          caption="Steps from the counts to the score"
          columns={[
            { heading: "Step", cell: ({ name }) => name },
            { heading: "Formula", cell: ({ formula }) => formula },
            { heading: "Numbers", cell: ({ numbers }) => numbers },
            { heading: "Result", cell: ({ value }) => Number(value.toFixed(4)) },
          ]}
          rows={explanation.steps}
        />
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
