/** @jsxImportSource hono/jsx */
import { CALIFORNIA } from "../../domain/edition.ts";

import { ChartFigure } from "../charts/chart.tsx";
import { ASSETS } from "../ui/assets.ts";
import { ABSENCE_NAMES } from "./absence.ts";
import { countyChart } from "./map-chart.tsx";
import { FIGURE_COLUMNS, PlacesTable, TINY_COLUMNS } from "./place-columns.tsx";
import type { PlaceData } from "./place-data.ts";
import { cityUrl, countyUrl } from "./place-url.ts";

/** How many cities are shown at once on the page of one: those with the scores nearest to its own. */
const NEAR = 12;

interface CountyCitiesProps extends Omit<PlaceData, "place"> {
  readonly county: string;
  /** The city of the page. */
  readonly own?: string | undefined;
}

/** The cities of a county, best score first, beside their map. */
export function CountyCities({ places, county, own, neighbors, alike, geography, dataset }: CountyCitiesProps) {
  const snapshot = places.records;
  const chart = countyChart(snapshot, geography, county, own);
  const absent = snapshot.absent.filter((city) => city.county === county);
  const sorted = neighbors.toSorted((a, b) => (b.graded?.score ?? 0) - (a.graded?.score ?? 0));
  const at = sorted.findIndex(({ name }) => name === own);
  const start = Math.max(0, Math.min(at - NEAR / 2, sorted.length - NEAR));
  const near = own ? sorted.slice(start, start + NEAR) : sorted;
  if (neighbors.length + absent.length === 0) return <p>The county has no incorporated city or town.</p>;
  return (
    <div class="neighbors">
      <section>
        <h2 id="cities">Cities of {county}</h2>
        <p class="units">Score with next year’s range, 8 times in 10. The tick is {CALIFORNIA.name}, 50.</p>
        {sorted.length === 0 ? null : (
          <PlacesTable
            caption={`Graded cities of ${county}, best score first`}
            columns={FIGURE_COLUMNS.cities}
            rows={near}
            own={own}
          />
        )}
        {near.length < sorted.length ? (
          <p>
            <a href={`${countyUrl(county)}#cities`}>
              All {sorted.length} cities of {county}
            </a>
          </p>
        ) : null}
        {own || absent.length === 0 ? null : (
          <>
            <p>Cities without a record:</p>
            <ul>
              {absent.map(({ city, reason }) => (
                <li>
                  <a href={cityUrl(city)}>{city}</a>: {ABSENCE_NAMES[reason].toLowerCase()}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section>
        {chart ? <ChartFigure chart={{ ...chart, table: null }} dataset={dataset} /> : null}
        {own ? (
          <>
            <h3 id="size">Cities of similar size</h3>
            <PlacesTable
              caption="Graded cities with a similar population, largest first"
              columns={TINY_COLUMNS}
              rows={alike}
              own={own}
            />
          </>
        ) : null}
      </section>
      <script src={ASSETS.map.url} defer />
    </div>
  );
}
