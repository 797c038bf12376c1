/** @jsxImportSource hono/jsx */
import { CAUTION_CODES, CAUTIONS } from "../../domain/caution.ts";
import { ABSENCE_REASONS, type AbsentCounty } from "../../domain/snapshot.ts";
import type { Atlas } from "../../snapshot/atlas.ts";
import { renderPage } from "../layout.tsx";
import { counted, number } from "../number.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES } from "./absence.ts";
import { countyNames } from "./county-names.ts";
import { shortCounty } from "./place-table.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { sourceLine } from "./source-line.ts";

/**
 * `/coverage`: every city, town, and county, graded or absent with the reason; older records; cautions; the agencies of
 * each county.
 */
export function coveragePage({ snapshot, statistics }: Atlas): string {
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
      wide: true,
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
      <AbsentCities absent={snapshot.absent} />
      <h2 id="absent-counties">Absent counties</h2>
      <AbsentCounties absent={snapshot.absentCounties} />
      <h2 id="older">Records for an older year</h2>
      <OlderRecords snapshot={snapshot} />
      <h2 id="cautions">Places with cautions</h2>
      <p>A caution does not change any number. It explains what a place's rate does not show.</p>
      <ul>
        {CAUTION_CODES.filter((code) => !CAUTIONS[code].general).map((code) => (
          <li>
            <strong>{CAUTIONS[code].name}</strong>: {CAUTIONS[code].text}
          </li>
        ))}
      </ul>
      <CautionTable snapshot={snapshot} />
      <h2 id="counties">All cities and agencies by county</h2>
      <p>
        A county's figures include every agency that reported from the county: city police, the sheriff for the rest of
        the county, the Highway Patrol, campuses, transit, and others. Each county's page lists its agencies.
      </p>
      <Counties names={counties} snapshot={snapshot} />
      <p class="small muted">Source: {sourceLine(snapshot)}</p>
    </>,
  );
}

function AbsentCities({ absent }: Pick<Atlas["snapshot"], "absent">) {
  return (
    <ScrollBox label="Absent cities">
      <table class="stack">
        <caption class="visually-hidden">Cities without a record, by name</caption>
        <thead>
          <tr>
            <th scope="col">City</th>
            <th scope="col">County</th>
            <th scope="col" class="number">
              Residents
            </th>
            <th scope="col">Reason</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {absent.map((city) => (
            <tr>
              <th scope="row" data-label="City">
                <a href={cityUrl(city.city)}>{city.city}</a>
              </th>
              <td data-label="County">
                <a href={countyUrl(city.county)}>{city.county.replace(/ County$/, "")}</a>
              </td>
              <td class="number" data-label="Residents">
                {city.population === null ? "not published" : number(city.population)}
              </td>
              <td data-label="Reason">{ABSENCE_NAMES[city.reason]}</td>
              <td data-label="Detail">{city.detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function AbsentCounties({ absent }: { readonly absent: readonly AbsentCounty[] }) {
  if (absent.length === 0) return <p>None: every county has a record.</p>;
  return (
    <>
      <p>A county without a complete year among the last three has no record. Its cities may have one.</p>
      <ul>
        {absent.map(({ county, reason, detail }) => (
          <li>
            <a href={countyUrl(county)}>{county}</a>: {ABSENCE_NAMES[reason].toLowerCase()}. {detail}.
          </li>
        ))}
      </ul>
    </>
  );
}

/** Places with their pages: cities, then counties. */
function placesOf(snapshot: Atlas["snapshot"]) {
  return [
    ...snapshot.cities.map(({ record, cautions }) => ({
      name: record.city,
      href: cityUrl(record.city),
      year: record.data_year,
      cautions,
    })),
    ...snapshot.counties.map(({ record, cautions }) => ({
      name: record.county,
      href: countyUrl(record.county),
      year: record.data_year,
      cautions,
    })),
  ];
}

function OlderRecords({ snapshot }: Pick<Atlas, "snapshot">) {
  const older = placesOf(snapshot).filter(({ year }) => year < snapshot.dataYear);
  if (older.length === 0) return <p>None: every record is for {snapshot.dataYear}.</p>;
  return (
    <>
      <p>
        {" "}
        The {snapshot.dataYear} figures of these places are incomplete, missing, or so far below what their earlier
        years predict that the service treats them as incomplete until the next year confirms them. Their records are
        for the newest complete year.
      </p>
      <ScrollBox label="Records for an older year">
        <table class="stack">
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Year</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {older.map(({ name, href, year, cautions }) => (
              <tr>
                <th scope="row" data-label="Place">
                  <a href={href}>{name}</a>
                </th>
                <td data-label="Year">{year}</td>
                <td data-label="Why">{cautions.find(({ code }) => code === "older_year")?.detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

function CautionTable({ snapshot }: Pick<Atlas, "snapshot">) {
  return (
    <ScrollBox label="Places with a caution">
      <table class="stack">
        <caption class="visually-hidden">Places with cautions, and why</caption>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Caution</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {placesOf(snapshot).flatMap(({ name, href, cautions }) =>
            cautions
              .filter(({ code }) => code !== "older_year" && !CAUTIONS[code].general)
              .map(({ code, detail, source }) => (
                <tr>
                  <th scope="row" data-label="Place">
                    <a href={href}>{name}</a>
                  </th>
                  <td data-label="Caution">{CAUTIONS[code].name}</td>
                  <td data-label="Why">
                    {detail ?? "From the figures"}
                    {source ? (
                      <>
                        {" "}
                        (<a href={source}>source</a>)
                      </>
                    ) : null}
                  </td>
                </tr>
              )),
          )}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface CountiesProps extends Pick<Atlas, "snapshot"> {
  readonly names: readonly string[];
}

function Counties({ names, snapshot }: CountiesProps) {
  const agencies = new Map(snapshot.counties.map((county) => [county.record.county, county.agencies.length]));
  const graded = Map.groupBy(snapshot.cities, ({ record }) => record.county);
  const absent = Map.groupBy(snapshot.absent, ({ county }) => county);
  return (
    <ScrollBox label="Cities and agencies by county">
      <table class="stack">
        <caption class="visually-hidden">Graded and absent cities and the number of agencies of each county</caption>
        <thead>
          <tr>
            <th scope="col">County</th>
            <th scope="col">Graded</th>
            <th scope="col">Absent</th>
            <th scope="col">Agencies</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr>
              <th scope="row" data-label="County">
                <a href={countyUrl(name)}>{shortCounty(name)}</a>
              </th>
              <td data-label="Graded">
                <Links cities={(graded.get(name) ?? []).map((city) => city.record.city)} />
              </td>
              <td data-label="Absent">
                <Links cities={(absent.get(name) ?? []).map(({ city }) => city)} />
              </td>
              <td class="nowrap" data-label="Agencies">
                <AgencyCount county={name} agencies={agencies.get(name)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface AgencyCountProps {
  readonly county: string;
  /** undefined where the county has no record. */
  readonly agencies: number | undefined;
}

function AgencyCount({ county, agencies }: AgencyCountProps) {
  if (agencies === undefined) return <>no record</>;
  return <a href={`${countyUrl(county)}#agencies`}>{counted(agencies, "agency", "agencies")}</a>;
}

function Links({ cities }: { readonly cities: readonly string[] }) {
  if (cities.length === 0) return <>none</>;
  return (
    <>
      {cities.map((city, index) => (
        <>
          {index === 0 ? "" : ", "}
          <a href={cityUrl(city)}>{city}</a>
        </>
      ))}
    </>
  );
}
