/** @jsxImportSource hono/jsx */
import { CAUTIONS } from "../../domain/caution.ts";
import { yearChange } from "../../domain/year-change.ts";
import { signed } from "../ui/number.ts";
import { gradedPlace } from "../ui/plate.tsx";
import { Table } from "../ui/table.tsx";
import type { ShownPlace } from "./shown-place.ts";

interface ComparedProps {
  readonly places: readonly ShownPlace[];
}

/** What a reader might take the comparison for, and each place's own cautions. */
export function CannotSay({ places }: ComparedProps) {
  return (
    <section>
      <h2>What the figures cannot say</h2>
      <ul>
        <li>Which street or neighborhood has more or fewer offenses: one number stands for a whole place.</li>
        <li>How likely a certain person, such as a child, is to be harmed.</li>
        <li>What was not reported to the police.</li>
        {places.flatMap(({ name, cautions }) =>
          cautions.map(({ code, detail }) => (
            <li>
              {name}: {CAUTIONS[code].name.toLowerCase()}. {detail ?? CAUTIONS[code].text}
            </li>
          )),
        )}
      </ul>
    </section>
  );
}

/** The scores of each place's year and of the year before. */
export function SinceLastYear({ places }: ComparedProps) {
  const rows = places.map((place) => ({ place, change: yearChange(place, place.edition.moves) }));
  return (
    <section>
      <h2>Since the year before</h2>
      <Table
        class="figures"
        label="Scores of each place and of the year before"
        columns={[
          {
            heading: "Score",
            cell: ({ place }) => `${place.name}${gradedPlace(place).isOlder ? `, ${place.record.data_year}` : ""}`,
          },
          { heading: "Before", cell: ({ change }) => change?.score.before ?? "–" },
          { heading: "Now", cell: ({ place }) => place.record.safety_score },
          {
            heading: "Change",
            cell: ({ change }) => (change === null ? "–" : signed(change.score.after - change.score.before)),
          },
          {
            heading: "Unusual",
            cell: ({ change }) => (change === null ? "–" : change.score.isUnusual ? <b>yes</b> : "no"),
          },
        ]}
        rows={rows}
      />
    </section>
  );
}
