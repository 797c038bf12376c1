/** @jsxImportSource hono/jsx */

import type { NationAreaEntry } from "../../figures/area-entries.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { Drawing } from "../charts/drawing.tsx";
import { nationLand } from "../map/land.ts";
import { nearMap } from "../map/near-map.tsx";
import { gradedPlace, letterText } from "../ui/grade.tsx";
import { counted, number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { areaUrl, nationPlaceUrl } from "../view/addresses.ts";
import type { PlacesOfCounty } from "./area-places.ts";

interface AroundProps {
  readonly own: NationAreaEntry;
  readonly near: readonly NationAreaEntry[];
  readonly places: NationPlaces;
}

/** The areas of the nearest counties, on a map and in a table. */
export function AreasAround({ own, near, places: { gazetteer } }: AroundProps) {
  const [first, ...others] = [own, ...near].flatMap((area) => {
    const row = gazetteer.ofGeoid(area.geoid);
    const { record, county: name, state } = area;
    const { grade, safety_score } = record;
    const graded =
      grade === null || safety_score === null
        ? null
        : gradedPlace({ cautions: area.cautions, record: { ...record, grade, safety_score } });
    return row === undefined
      ? []
      : [{ name, href: areaUrl(state, name), graded, lines: gazetteer.countyLines(row), ...gazetteer.pointOf(row) }];
  });
  if (first === undefined || others.length === 0) return null;
  return (
    <div class="neighbors" id="near">
      <section>
        <h2>The nearest other areas</h2>
        <Table
          label="The areas of the nearest counties"
          class="stack"
          columns={[
            {
              heading: "Area",
              cell: ({ state, county, department }) => <a href={areaUrl(state, county)}>{department}</a>,
            },
            { heading: "Residents", cell: ({ population }) => number(population) },
            { heading: "Offenses per 1,000", cell: ({ record }) => record.crime_rate_per_1k.toFixed(1) },
            { heading: "Grade", cell: ({ record }) => (record.grade === null ? "none" : letterText(record.grade)) },
          ]}
          rows={near}
        />
      </section>
      <section>
        <h2>Where they are</h2>
        <Drawing
          {...nearMap({
            label: "The areas of the nearest counties. Each is a link.",
            marks: [first, ...others],
            ground: nationLand(gazetteer).ground,
            isPlain: true,
          })}
        />
        <p class="small muted">County lines of 2017. The letters are grades of areas, not of whole counties.</p>
      </section>
    </div>
  );
}

interface CoverageProps {
  readonly county: string;
  readonly covered: PlacesOfCounty;
  readonly places: NationPlaces;
}

/** Which places of the county are in its departments' figures, and which are not. */
export function CoverageOfCounty({ county, covered: { own, covered, others }, places }: CoverageProps) {
  return (
    <section id="covers">
      <h2>What is in these figures, and what is not</h2>
      {covered.length === 0 ? (
        <p>The parts of {county} that no city or town polices.</p>
      ) : (
        <p>
          <b>In:</b> the parts of {county} that no city or town polices, such as{" "}
          <PlaceList entries={covered} places={places} />.
        </p>
      )}
      {own.length === 0 ? null : (
        <p>
          <b>Not in:</b> {counted(own.length, "place")} with police of their own:{" "}
          <PlaceList entries={own} places={places} />.
        </p>
      )}
      {others === 0 ? null : (
        <p class="small muted">
          {counted(others, "more place is", "more places are")} small, or the sources do not say who polices{" "}
          {others === 1 ? "it" : "them"}.
        </p>
      )}
    </section>
  );
}

function PlaceList({
  entries,
  places,
}: {
  readonly entries: readonly NationPlaceEntry[];
  readonly places: NationPlaces;
}) {
  return entries.map((entry, index) => (
    <>
      {index === 0 ? "" : ", "}
      <a href={nationPlaceUrl(entry, places.nation)}>{entry.name}</a>
      {"record" in entry ? ` (${letterText(gradedPlace(entry).letter)})` : ""}
    </>
  ));
}
