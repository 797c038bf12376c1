/** @jsxImportSource hono/jsx */
import { CAUTION_CODES, CAUTIONS } from "../../domain/caution.ts";
import { ABSENCE_REASONS } from "../../domain/snapshot.ts";
import type { Places } from "../../places/places.ts";
import { ASSETS } from "../assets.ts";
import { renderPage } from "../layout.tsx";
import { counted } from "../number.ts";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES } from "./absence.ts";
import { AbsentCounties } from "./absent-counties.tsx";
import type { CoverageTables } from "./coverage-tables.tsx";
import { countyNames } from "./place-name.ts";
import { ReportLink } from "./report-page.tsx";
import { sourceLine } from "./source-line.ts";

export function coveragePage(
  { records: snapshot, statistics }: Places,
  tables: CoverageTables,
  parameters: URLSearchParams,
): string {
  const counties = countyNames(snapshot);
  const all = snapshot.cities.length + snapshot.absent.length;
  const reasons = ABSENCE_REASONS.map((reason) => ({
    reason,
    cities: snapshot.absent.filter((city) => city.reason === reason).length,
  })).filter(({ cities }) => cities > 0);
  return renderPage(
    {
      title: "Coverage",
      description: `Which of the ${all} cities and towns of California have a record for ${statistics.data_year}, and why the others have none.`,
      path: URLS.coverage,
    },
    <>
      <h1>Coverage, {snapshot.dataYear}</h1>
      <p class="lead">
        {snapshot.cities.length} of California's {all} cities and towns have a record; {snapshot.absent.length} have
        none. {snapshot.counties.length} of {counties.length} counties have one.
      </p>
      <p>
        A city has a record if its offenses are reported separately, it has at least 1,000 residents, and its count is
        not zero. The record is for the newest of the last three years that has complete figures. Other cities count in
        their county's figures, unless their police reported nothing.
      </p>
      <ul>
        {reasons.map(({ reason, cities }) => (
          <li>
            {ABSENCE_NAMES[reason]}: {counted(cities, "city", "cities")}
          </li>
        ))}
      </ul>
      <h2>Absent cities</h2>
      {tables.absent.section(parameters)}
      <h2 id="absent-counties">Absent counties</h2>
      <AbsentCounties absent={snapshot.absentCounties} />
      <h2>Records for an older year</h2>
      {tables.older.count === 0 ? (
        <p>None: every record is for {snapshot.dataYear}.</p>
      ) : (
        <>
          <p>
            The {snapshot.dataYear} figures of these places are incomplete, missing, or so far below what their earlier
            years predict that the service treats them as incomplete until the count returns, a publisher explains the
            fall, or five years have passed. Their records are for the newest complete year.
          </p>
          {tables.older.section(parameters)}
        </>
      )}
      <h2>Places with cautions</h2>
      <p>A caution does not change any number. It explains what a place's rate does not show.</p>
      <ul>
        {CAUTION_CODES.map((code) => (
          <li>
            <strong>{CAUTIONS[code].name}</strong>: {CAUTIONS[code].text}
          </li>
        ))}
      </ul>
      {tables.cautions.section(parameters)}
      <h2>All cities and agencies by county</h2>
      <p>
        A county's figures include every agency that reported from the county: city police, the sheriff for the rest of
        the county, the Highway Patrol, campuses, transit, and others. Each county's page lists its agencies.
      </p>
      {tables.counties.section(parameters)}
      <p class="small muted">
        Source: {sourceLine(snapshot.dataYear)}. <ReportLink about={`Coverage, ${snapshot.dataYear}`} />.
      </p>
      <script src={ASSETS.explore.url} defer />
    </>,
  );
}
