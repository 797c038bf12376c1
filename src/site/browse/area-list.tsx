/** @jsxImportSource hono/jsx */

import type { CoveringArea } from "../../domain/area-record.ts";
import type { StateCode } from "../../editions/us-states.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { letterText } from "../ui/grade.tsx";
import { counted, number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { areaUrl } from "../view/addresses.ts";

/** The areas of a state's county departments, apart from its places. */
export function AreasOfState({ state, places }: { readonly state: StateCode; readonly places: NationPlaces }) {
  const areas = places.areas.ofState(state);
  if (areas.length === 0) return null;
  return (
    <section id="areas">
      <h2>{counted(areas.length, "area")} that county departments police</h2>
      <p>
        Where no city's police serves, a sheriff or a county police department does. Its area is not the county, and its
        figures are in no place above.
      </p>
      <details>
        <summary>
          All {number(areas.length)} areas of {stateName(state)}
        </summary>
        <Table
          label={`Areas of county departments in ${stateName(state)}`}
          class="stack"
          columns={[
            { heading: "Area", cell: ({ county, department }) => <a href={areaUrl(state, county)}>{department}</a> },
            { heading: "Residents", cell: ({ population }) => number(population) },
            { heading: "Offenses per 1,000", cell: ({ record }) => record.crime_rate_per_1k.toFixed(1) },
            { heading: "Grade", cell: ({ record }) => (record.grade === null ? "none" : letterText(record.grade)) },
          ]}
          rows={areas}
        />
      </details>
    </section>
  );
}

/** The area that covers a place without figures of its own. */
export function CoveredBy({ place, places }: { readonly place: NationPlaceEntry; readonly places: NationPlaces }) {
  const isCounty = "place" in place && place.place.kind === "county";
  const area = places.coveredBy(place);
  const absent = area && places.absentAreasOf(area.geoid).find(({ ori }) => ori === area.ori);
  return <CoveringAreaText area={area} isCounty={isCounty} why={absent?.detail} />;
}

interface CoveringAreaProps {
  readonly area: CoveringArea | null;
  /** The county as a whole is meant, most of which its cities and towns may police. */
  readonly isCounty?: boolean;
  /** Why the area has no figures. */
  readonly why?: string | undefined;
}

/** Who polices a place, and what they reported. */
export function CoveringAreaText({ area, isCounty = false, why }: CoveringAreaProps) {
  if (area === null) return null;
  const { department, county, state, grade, safety_score, crime_rate_per_1k } = area;
  const what = isCounty ? "what no city or town there polices itself" : "it";
  if (crime_rate_per_1k === null)
    return (
      <p>
        The {department} polices {what}. It has no figures either{why === undefined ? "" : `: ${why}`}.
      </p>
    );
  const graded = grade === null ? "It has no grade" : `Its grade is ${letterText(grade)}, score ${safety_score}`;
  return (
    <p>
      The {department} polices {what}: <a href={areaUrl(state, county)}>what it reported of its whole area</a>. {graded}
      ; {crime_rate_per_1k.toFixed(1)} offenses per 1,000 residents.
    </p>
  );
}
