/** @jsxImportSource hono/jsx */
import { areaOf } from "../browse/browse-list.ts";
import { ChartFigure } from "../charts/chart.tsx";
import { countyChart } from "../map/map-chart.tsx";
import { ASSETS } from "../ui/assets.ts";
import { URLS, urlIn } from "../ui/urls.ts";
import { STATE_ABSENCES } from "../view/absence-names.ts";
import { cityUrl } from "../view/addresses.ts";
import { browseUrl } from "../view/browse-query.ts";
import { FIGURE_COLUMNS, PlacesTable } from "../view/columns.tsx";
import type { PlaceData } from "./place-data.ts";

/** How many cities stand beside the map. */
const MOST = 50;

interface CountyCitiesProps extends Omit<PlaceData, "place"> {
  readonly county: string;
}

/** The cities of a county, best score first, beside their map. */
export function CountyCities({ places, county, neighbors, geography, dataset }: CountyCitiesProps) {
  const snapshot = places.records;
  const chart = countyChart(snapshot, geography, county);
  const absent = snapshot.absent.filter((city) => city.county === county);
  const sorted = neighbors.toSorted((a, b) => (b.graded?.score ?? 0) - (a.graded?.score ?? 0));
  if (neighbors.length + absent.length === 0) return <p>The county has no incorporated city or town.</p>;
  return (
    <div class="neighbors">
      <section>
        <h2 id="cities">Cities of {county}</h2>
        <p class="units">
          Score, with next year’s probable range (8 times in 10). The tick marks {snapshot.edition.average}, 50.
        </p>
        {sorted.length === 0 ? null : (
          <PlacesTable
            caption={`Graded cities of ${county}, best score first`}
            columns={FIGURE_COLUMNS.cities}
            rows={sorted.slice(0, MOST)}
          />
        )}
        {sorted.length <= MOST ? null : (
          <p>
            The {MOST} with the best scores.{" "}
            <a href={browseUrl(urlIn(snapshot.edition, URLS.browse), { county: [areaOf(county)] })}>
              All {sorted.length}, with filters
            </a>
          </p>
        )}
        {absent.length === 0 ? null : (
          <>
            <p>Cities without a grade:</p>
            <ul>
              {absent.map(({ city, reason }) => (
                <li>
                  <a href={cityUrl(snapshot.edition, city)}>{city}</a>: {STATE_ABSENCES[reason].name.toLowerCase()}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section>{chart ? <ChartFigure chart={{ ...chart, table: null }} dataset={dataset} /> : null}</section>
      <script src={ASSETS.map.url} defer />
    </div>
  );
}
