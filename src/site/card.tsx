/** @jsxImportSource hono/jsx */
import { STATE } from "../domain/california.ts";
import type { PlaceRecord } from "../domain/record.ts";
import { number } from "./number.ts";
import { gradedPlace, Plate } from "./plate.tsx";

/** The name of a record's place. */
export function placeNameOf(record: PlaceRecord): string {
  return "city" in record ? record.city : record.county;
}

/** A record as a card: grade with score and year, and the rate compared with the state's. `level` is its heading level.
 */
export function RecordCard({ record, level = 2 }: { readonly record: PlaceRecord; readonly level?: 2 | 3 }) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article class="card">
      <header>
        <Plate graded={gradedPlace({ record, cautions: [] })} isSmall />
        <div>
          <Heading>{placeNameOf(record)}</Heading>
          <p>{"city" in record ? record.county : record.state}</p>
        </div>
      </header>
      <dl class="pairs">
        <dt>Grade</dt>
        <dd>
          {record.grade}, score {record.safety_score} of 100, {record.data_year}
        </dd>
        <dt>Label</dt>
        <dd>
          {record.grade_label}
          {"stars" in record ? `, ${record.stars} of 5 stars` : ""}
        </dd>
        <dt>Offenses</dt>
        <dd>{record.crime_rate_per_1k} reported per 1,000 residents</dd>
        <dt>{STATE.name}</dt>
        <dd>
          {record.state_average_rate} per 1,000: {record.comparison}
        </dd>
        <dt>Residents</dt>
        <dd>{number(record.population)}</dd>
        {"cities_covered" in record ? (
          <>
            <dt>Cities</dt>
            <dd>{record.cities_covered} with a record</dd>
          </>
        ) : null}
      </dl>
    </article>
  );
}
