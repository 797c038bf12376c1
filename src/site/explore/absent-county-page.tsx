/** @jsxImportSource hono/jsx */

import type { AbsentCounty } from "../../domain/snapshot.ts";
import type { Borders } from "../../places/borders.ts";
import type { Places } from "../../places/places.ts";
import { ASSETS } from "../assets.ts";
import { renderPage } from "../layout.tsx";
import { number } from "../number.ts";
import type { Dataset } from "../page.ts";
import { lookUpPath } from "../request-line.ts";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES } from "./absence.ts";
import { Cities } from "./county-page.tsx";
import { CurlLines } from "./curl-line.tsx";
import { HistoryFigure } from "./history-chart.tsx";
import { CitiesMap } from "./map.tsx";
import type { PlaceRow } from "./place-columns.tsx";
import { Crumbs } from "./place-hero.tsx";
import { shortCounty } from "./place-name.ts";
import { countyUrl } from "./place-url.ts";
import { sourceLine } from "./source-line.ts";

interface AbsentCountyView {
  readonly places: Places;
  readonly county: AbsentCounty;
  /** Its graded cities. */
  readonly rows: readonly PlaceRow[];
  readonly boundaries: Borders;
  readonly dataset: Dataset;
}

/** The reason, what to use instead, its cities, and its years. */
export function absentCountyPage({ places, county, rows, boundaries, dataset }: AbsentCountyView): string {
  const snapshot = places.records;
  const { county: name, reason, detail, population, trend } = county;
  const cities = snapshot.cities.filter((city) => city.record.county === name);
  return renderPage(
    {
      title: name,
      description: `${name} has no safety record: ${ABSENCE_NAMES[reason].toLowerCase()}.`,
      path: countyUrl(name),
    },
    <>
      <Crumbs name={name} />
      <h1>{name}</h1>
      <div class="empty">
        <h2>No record: {ABSENCE_NAMES[reason].toLowerCase()}</h2>
        <p>{detail}.</p>
        <p>
          An incomplete count looks like fewer reported offenses, so a county without a complete year among the last six
          has no grade. {population === null ? "" : `${number(population)} people live in it. `}
          <a href={URLS.coverage}>All places without a record, and why</a>.
        </p>
      </div>
      <h2>What to use instead</h2>
      <p>
        {cities.length > 0
          ? "For an address in one of the cities below that has a record, use the city's record. For the rest of the county, no recent year has complete figures."
          : "No recent year has complete figures for this county."}{" "}
        The table below shows which years are complete.
      </p>
      <h2 id="cities">Cities</h2>
      <CitiesMap snapshot={snapshot} boundaries={boundaries} county={name} />
      <Cities rows={rows} absent={snapshot.absent.filter((city) => city.county === name)} county={name} />
      <HistoryFigure name={name} page={countyUrl(name)} trend={trend} state={snapshot.state.trend} dataset={dataset} />
      <p class="small muted">Source: {sourceLine(snapshot.dataYear)}</p>
      <CurlLines baseUrl={dataset.baseUrl} paths={[lookUpPath("county", shortCounty(name))]} />
      <script src={ASSETS.map.url} defer />
    </>,
  );
}
