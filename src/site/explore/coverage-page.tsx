/** @jsxImportSource hono/jsx */
import { CAUTION_CODES, CAUTIONS } from "../../domain/caution.ts";
import { ABSENCE_REASONS, type Snapshot } from "../../domain/snapshot.ts";
import type { Places } from "../../places/places.ts";
import { renderPage } from "../layout.tsx";
import { counted, number } from "../number.ts";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES } from "./absence.ts";
import { countyNames, placeNameOf, shortCounty } from "./place-name.ts";
import { cityUrl, placePath } from "./place-url.ts";
import { AbsentCounties } from "./places-page.tsx";
import { ReportLink } from "./report-page.tsx";
import { sourceLine } from "./source-line.ts";

/** `/coverage`: which places have a record, which have none or an older one, and every caution, each with its reason. */
export function coveragePage({ records: snapshot, statistics }: Places): string {
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
      <h2 id="absent">Absent cities</h2>
      <Table
        label="Cities without a record"
        class="stack"
        columns={[
          { heading: "City", cell: ({ city }) => <a href={cityUrl(city)}>{city}</a> },
          { heading: "County", cell: ({ county }) => shortCounty(county) },
          {
            heading: "Residents",
            class: "number",
            cell: ({ population }) => (population === null ? "not published" : number(population)),
          },
          { heading: "Reason", cell: ({ reason }) => ABSENCE_NAMES[reason] },
          { heading: "Details", cell: ({ detail }) => detail },
        ]}
        rows={snapshot.absent}
      />
      <h2 id="absent-counties">Absent counties</h2>
      <AbsentCounties {...snapshot} />
      <OlderRecords snapshot={snapshot} />
      <CautionedPlaces snapshot={snapshot} />
      <p>
        <a href={URLS.exploreCities}>All cities with a record</a> and <a href={URLS.exploreCounties}>all counties</a>.
        The page of a county lists the agencies that its figures count.
      </p>
      <p class="small muted">
        Source: {sourceLine(snapshot.dataYear)}. <ReportLink about={`Coverage, ${snapshot.dataYear}`} />.
      </p>
    </>,
  );
}

interface SnapshotProps {
  readonly snapshot: Snapshot;
}

/** Cities, then counties. */
function linkedPlaces({ cities, counties }: Snapshot) {
  return [...cities, ...counties].map((place) => ({
    place: <a href={placePath(place)}>{placeNameOf(place.record)}</a>,
    year: place.record.data_year,
    cautions: place.cautions,
  }));
}

function OlderRecords({ snapshot }: SnapshotProps) {
  const older = linkedPlaces(snapshot).filter(({ year }) => year < snapshot.dataYear);
  if (older.length === 0) return <p>Every record is for {snapshot.dataYear}.</p>;
  return (
    <>
      <h2 id="older">Records for an older year</h2>
      <p>
        The {snapshot.dataYear} figures of these places are incomplete, missing, or so far below what their earlier
        years predict that the service treats them as incomplete until the count returns, a publisher explains the fall,
        or five years have passed. Their records are for the newest complete year.
      </p>
      <Table
        label="Records for an older year"
        class="stack"
        columns={[
          { heading: "Place", cell: ({ place }) => place },
          { heading: "Year", cell: ({ year }) => year },
          { heading: "Why", cell: ({ cautions }) => cautions.find(({ code }) => code === "older_year")?.detail },
        ]}
        rows={older}
      />
    </>
  );
}

function CautionedPlaces({ snapshot }: SnapshotProps) {
  const rows = linkedPlaces(snapshot).flatMap(({ place, cautions }) =>
    cautions.filter(({ code }) => code !== "older_year").map((caution) => ({ place, caution })),
  );
  return (
    <>
      <h2 id="cautions">Places with cautions</h2>
      <p>A caution does not change any number. It explains what a place's rate does not show.</p>
      <ul>
        {CAUTION_CODES.map((code) => (
          <li>
            <strong>{CAUTIONS[code].name}</strong>: {CAUTIONS[code].text}
          </li>
        ))}
      </ul>
      <Table
        label="Places with cautions, and why"
        class="stack"
        columns={[
          { heading: "Place", cell: ({ place }) => place },
          { heading: "Caution", cell: ({ caution }) => CAUTIONS[caution.code].name },
          {
            heading: "Why",
            cell: ({ caution: { detail, source } }) => (
              <span>
                {detail ?? "From the figures"} {source ? <a href={source}>(source)</a> : null}
              </span>
            ),
          },
        ]}
        rows={rows}
      />
    </>
  );
}
