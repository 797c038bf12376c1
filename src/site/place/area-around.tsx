/** @jsxImportSource hono/jsx */

import type { NationAreaEntry } from "../../figures/area-entries.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { Drawing, DrawingOfTwo, type Size } from "../charts/drawing.tsx";
import { type AreaMark, areaMap } from "../map/area-map.tsx";
import { nationLand } from "../map/land.ts";
import { nearMap } from "../map/near-map.tsx";
import { nationAnswer } from "../search/place-answer.ts";
import { Grade, NoGrade } from "../ui/grade.tsx";
import { counted, number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { areaUrl, nationPlaceUrl } from "../view/addresses.ts";
import { gradedArea } from "./area-card.tsx";
import { MOST_SHOWN, type PlacesOfCounty } from "./area-places.ts";

interface AroundProps {
  readonly own: NationAreaEntry;
  readonly near: readonly NationAreaEntry[];
  readonly places: NationPlaces;
}

/** The areas of the nearest counties, on a map and in a table. */
export function AreasAround({ own, near, places: { gazetteer } }: AroundProps) {
  const [first, ...others] = [own, ...near].flatMap((area) => {
    const row = gazetteer.ofGeoid(area.geoid);
    const { county: name, state } = area;
    const graded = gradedArea(area);
    return row === undefined
      ? []
      : [{ name, href: areaUrl(state, name), graded, lines: gazetteer.countyLines(row), ...gazetteer.pointOf(row) }];
  });
  if (first === undefined || others.length === 0) return null;
  return (
    <div class="neighbors" id="near">
      <section>
        <h2>The nearest areas</h2>
        <Table
          label="The areas of the nearest counties"
          class="figures places"
          columns={[
            {
              heading: "Area",
              cell: ({ state, county, department, population }) => (
                <>
                  <a href={areaUrl(state, county)}>{department}</a>
                  <span class="brief">{counted(population, "resident")}</span>
                </>
              ),
            },
            {
              heading: "Grade",
              class: "words",
              cell: (area) => {
                const graded = gradedArea(area);
                return graded ? <Grade graded={graded} /> : <NoGrade why="rates only" />;
              },
            },
            { heading: "Residents", cell: ({ population }) => number(population) },
            { heading: "Offenses per 1,000", cell: ({ record }) => record.crime_rate_per_1k.toFixed(1) },
          ]}
          rows={near}
        />
      </section>
      <section>
        <h2>Where they are</h2>
        <div class="pictures">
          <div>
            <Drawing
              {...nearMap({
                label: "The areas of the nearest counties. Each is a link.",
                marks: [first, ...others],
                ground: nationLand(gazetteer).ground,
                isPlain: true,
              })}
            />
          </div>
        </div>
        <p class="small muted">County lines of 2017. The letters are grades of areas, not of whole counties.</p>
      </section>
    </div>
  );
}

interface CoverageProps {
  readonly county: string;
  readonly geoid: string;
  readonly covered: PlacesOfCounty;
  readonly places: NationPlaces;
}

const WIDE_MAP: Size = [500, 480];
/** As wide as a phone, so that its text keeps its size there. */
const NARROW_MAP: Size = [358, 380];

/** Where the places of the county are, with those that police themselves. */
export function MapOfCounty({ county, geoid, covered: { own, covered }, places }: CoverageProps) {
  const { gazetteer } = places;
  const row = gazetteer.ofGeoid(geoid);
  const { ground } = nationLand(gazetteer);
  const marksOf = (entries: readonly NationPlaceEntry[], isApart: boolean) =>
    entries.flatMap((entry): AreaMark[] => {
      const at = entry.geoid === null ? undefined : gazetteer.ofGeoid(entry.geoid);
      if (at === undefined) return [];
      const place = { name: entry.name, residents: places.residentsOf(entry), isApart };
      return [{ ...place, ...gazetteer.pointOf(at), ...(isApart && { lines: gazetteer.outlineOf(at) }) }];
    });
  const marks = [...marksOf(own, true), ...marksOf(covered, false)];
  if (row === undefined || marks.length === 0) return null;
  const mapOf = (size: Size) =>
    areaMap({
      label: `${county} with ${counted(covered.length, "community", "communities")} that its department polices and ${counted(own.length, "place")} with police of their own`,
      size,
      center: gazetteer.pointOf(row),
      county: gazetteer.countyLines(row) ?? [],
      marks,
      ground,
    });
  return (
    <section>
      <h2>{communitiesTitle(covered.length, own.length)}</h2>
      <p class="units">
        {covered.length === 0 ? "" : "Dots are communities in these figures. "}
        {own.length === 0 ? "" : "Hatched places report separately. "}The map has no colors, because it shows no grades.
      </p>
      <DrawingOfTwo panels={[mapOf(WIDE_MAP), mapOf(NARROW_MAP)]} />
      <p class="small muted">
        Source: points, boundaries of 2019, and county lines of 2017, U.S. Census Bureau.{" "}
        <a href="#covers">All of them in a list</a>
      </p>
    </section>
  );
}

function communitiesTitle(covered: number, own: number): string {
  if (covered === 0) return `${counted(own, "place")} with police of ${own === 1 ? "its" : "their"} own`;
  const which =
    covered < MOST_SHOWN ? counted(covered, "community", "communities") : `The ${covered} largest communities`;
  return `${which} without police of ${covered === 1 ? "its" : "their"} own`;
}

/** Which places of the county are in its departments' figures, and which are not. */
export function CoverageOfCounty({ county, covered: { own, covered, others }, places }: Omit<CoverageProps, "geoid">) {
  return (
    <section id="covers">
      <h2>Places this area covers</h2>
      <p class="units">
        The parts of {county} without city or town police.
        {covered.length === 0 ? "" : " Residents: U.S. Census Bureau."}
      </p>
      {covered.length === 0 ? null : (
        <ul class="states-list">
          {covered.map((entry) => (
            <li>
              <a href={nationPlaceUrl(entry, places.nation)}>{entry.name}</a>{" "}
              <span>{number(places.residentsOf(entry))}</span>
            </li>
          ))}
        </ul>
      )}
      {own.length === 0 ? null : (
        <section id="apart">
          <h2>{own.length === 1 ? "One place" : "Places"} in the county with police of their own</h2>
          <p class="units">They report separately and are not in these figures.</p>
          <ul class="rows answers">
            {own.map((entry) => {
              const { name, detail, href, graded, why } = nationAnswer(entry, places);
              return (
                <li>
                  <span>
                    <a href={href}>{name}</a>
                    <span class="small muted">{detail}</span>
                  </span>
                  {graded ? <Grade graded={graded} /> : <NoGrade why={why} />}
                </li>
              );
            })}
          </ul>
        </section>
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
