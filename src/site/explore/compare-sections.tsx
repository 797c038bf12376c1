/** @jsxImportSource hono/jsx */
import { CAUTIONS } from "../../domain/caution.ts";
import type { Snapshot, SnapshotPlace } from "../../domain/snapshot.ts";
import { yearChange } from "../../domain/year-change.ts";
import { Table } from "../ui/table.tsx";
import { placeNameOf } from "./place-name.ts";

interface ComparedProps {
  readonly snapshot: Snapshot;
  readonly places: readonly SnapshotPlace[];
}

/** What a reader might take the comparison for, and each place's own cautions. */
export function CannotSay({ places }: Pick<ComparedProps, "places">) {
  return (
    <section>
      <h2>What the figures cannot say</h2>
      <ul>
        <li>Which street or neighborhood has more or fewer offenses: one number stands for a whole place.</li>
        <li>How likely a certain person, such as a child, is to be harmed.</li>
        <li>What was not reported to the police.</li>
        {places.flatMap(({ record, cautions }) =>
          cautions.map(({ code, detail }) => (
            <li>
              {placeNameOf(record)}: {CAUTIONS[code].name.toLowerCase()}. {detail ?? CAUTIONS[code].text}
            </li>
          )),
        )}
      </ul>
    </section>
  );
}

/** The scores of each place's year and of the year before. */
export function SinceLastYear({ snapshot, places }: ComparedProps) {
  const rows = places.map((place) => ({ place, change: yearChange(place, snapshot) }));
  return (
    <section>
      <h2>Since the year before</h2>
      <Table
        class="figures"
        label="Scores of each place and of the year before"
        columns={[
          { heading: "Score", cell: ({ place }) => placeNameOf(place.record) },
          { heading: "Year", cell: ({ place }) => place.record.data_year },
          { heading: "Before", cell: ({ change }) => change?.score.before ?? "–" },
          { heading: "Now", cell: ({ place }) => place.record.safety_score },
          {
            heading: "Beyond chance",
            cell: ({ change }) => (change === null ? "–" : change.score.isUnusual ? <b>yes</b> : "no"),
          },
        ]}
        rows={rows}
      />
    </section>
  );
}
