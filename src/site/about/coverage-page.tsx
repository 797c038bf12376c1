/** @jsxImportSource hono/jsx */
import result from "../../../data/backtest.json" with { type: "json" };
import { CAUTION_CODES, CAUTIONS } from "../../domain/caution.ts";
import { ABSENCE_REASONS, type Snapshot } from "../../domain/snapshot.ts";
import { type StateEdition, sourceOf } from "../../editions/edition.ts";
import { CONTRACT_EDITION } from "../../editions/table.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";
import type { SnapshotDiff } from "../../figures/snapshot-diff.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import { renderPage } from "../ui/layout.tsx";
import { counted, number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { URLS, urlIn } from "../ui/urls.ts";
import { STATE_ABSENCES } from "../view/absence-names.ts";
import { cityUrl, countyNames, countyUrl, shortCounty } from "../view/addresses.ts";
import { browseUrl } from "../view/browse-query.ts";
import { ReportLink } from "../view/report-link.tsx";
import { stateEdition, stateView } from "../view/views.ts";
import { changesIn } from "./changes.ts";

/** `/coverage`: which places have a record, which have none or an older one, and every caution, each with its reason. */
export function coveragePage({ records: snapshot, statistics }: StatePlaces): string {
  const { edition } = snapshot;
  const browse = urlIn(edition, URLS.browse);
  const counties = countyNames(snapshot);
  const all = snapshot.cities.length + snapshot.absent.length;
  const reasons = ABSENCE_REASONS.map((reason) => ({
    reason,
    cities: snapshot.absent.filter((city) => city.reason === reason),
  })).filter(({ cities }) => cities.length > 0);
  return renderPage(
    {
      title: "Coverage",
      description: `Which of the ${all} cities and towns of ${edition.name} have a grade for ${statistics.data_year}, and why the others have none.`,
      path: urlIn(edition, URLS.coverage),
      edition: stateEdition(snapshot),
    },
    <>
      <h1>
        Coverage of {edition.name}, {snapshot.dataYear}
      </h1>
      <p class="lead">
        {snapshot.cities.length} of {edition.possessive} {all} cities and towns have a grade; {snapshot.absent.length}{" "}
        have none. {snapshot.counties.length} of {counties.length} counties have one.
      </p>
      <p>
        {edition.review} In the edition of {UNITED_STATES.name} no person reviewed each place:{" "}
        <a href={URLS.nationCoverage}>its own coverage</a>.
      </p>
      <p>
        A city has a grade if its offenses are reported separately, it has at least 1,000 residents, and its count is
        not zero. The grade is for the newest of the last three years that has complete figures. Other cities count in
        their county's figures, unless their police reported nothing.
      </p>
      {edition === CONTRACT_EDITION ? (
        <p>
          The test for missing reports finds large losses and few small ones: in a trial, {foundOf(6)} of losses of six
          months and {foundOf(3)} of losses of three. <a href={`${URLS.backtest}#what-the-tests-find`}>By size</a>.
        </p>
      ) : null}
      <h2 id="reasons">Cities and towns without a grade</h2>
      {reasons.map(({ reason, cities }) => (
        <details>
          <summary>
            {STATE_ABSENCES[reason].name}: {counted(cities.length, "city", "cities")}
          </summary>
          <Table
            label={`Cities without a grade: ${STATE_ABSENCES[reason].name.toLowerCase()}`}
            class="stack"
            columns={[
              { heading: "City", cell: ({ city }) => <a href={cityUrl(edition, city)}>{city}</a> },
              { heading: "County", cell: ({ county }) => shortCounty(county) },
              {
                heading: "Residents",
                class: "number",
                cell: ({ population }) => (population === null ? "not published" : number(population)),
              },
              { heading: "Why", cell: ({ detail }) => detail },
            ]}
            rows={cities}
          />
        </details>
      ))}
      <Moves edition={edition} diff={changesIn(snapshot)} />
      <h2 id="absent-counties">Counties without a grade</h2>
      <AbsentCounties snapshot={snapshot} />
      <CautionedPlaces snapshot={snapshot} />
      <p>
        <a href={browse}>All cities with a grade</a> and{" "}
        <a href={browseUrl(browse, { kind: "counties" })}>all counties</a>. The page of a county lists the agencies that
        its figures count.
      </p>
      <p class="small muted">
        Source: {sourceOf(edition, snapshot.dataYear)}. <ReportLink />.
      </p>
    </>,
  );
}

interface SnapshotProps {
  readonly snapshot: Snapshot;
}

/** The counties without a grade, each with the reason. */
function AbsentCounties({ snapshot: { edition, absentCounties: counties } }: SnapshotProps) {
  if (counties.length === 0) return <p>None: every county has a grade.</p>;
  return (
    <>
      <p>A county without a complete year among the last six has no grade. Its cities may have one.</p>
      <ul>
        {counties.map(({ county, reason, detail }) => (
          <li>
            <a href={countyUrl(edition, county)}>{county}</a>: {STATE_ABSENCES[reason].name.toLowerCase()}. {detail}.
          </li>
        ))}
      </ul>
    </>
  );
}

function CautionedPlaces({ snapshot }: SnapshotProps) {
  const places = [...snapshot.cities, ...snapshot.counties].map((place) => stateView(place, snapshot));
  return (
    <>
      <h2 id="cautions">Places with cautions</h2>
      <p>A caution does not change any number. It explains what a place's rate does not show.</p>
      {CAUTION_CODES.map((code) => {
        const rows = places.flatMap((place) =>
          place.cautions.filter((caution) => caution.code === code).map((caution) => ({ place, caution })),
        );
        return rows.length === 0 ? null : (
          <details>
            <summary>
              {CAUTIONS[code].name}: {counted(rows.length, "place")}
            </summary>
            <p>{CAUTIONS[code].text}</p>
            <Table
              label={`Places with the caution: ${CAUTIONS[code].name.toLowerCase()}`}
              class="stack"
              columns={[
                { heading: "Place", cell: ({ place }) => <a href={place.path}>{place.name}</a> },
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
          </details>
        );
      })}
    </>
  );
}

/** The cities and counties that got or lost their record since the year before, each with the reason. */
function Moves({ edition, diff }: { readonly edition: StateEdition; readonly diff: SnapshotDiff | null }) {
  if (diff === null) return null;
  const lists = [
    ["Added", diff.from.dataYear, [...diff.citiesIn, ...diff.countiesIn]],
    ["Removed", diff.to.dataYear, [...diff.citiesOut, ...diff.countiesOut]],
  ] as const;
  return (
    <>
      <h2 id="moves">Since {diff.from.dataYear}</h2>
      {lists.map(([name, year, moves]) => (
        <details>
          <summary>
            {name}: {counted(moves.length, "place")}
          </summary>
          <p>Why there is no grade for {year}:</p>
          <ul>
            {moves.map((move) => (
              <li>
                {"city" in move ? (
                  <>
                    <a href={cityUrl(edition, move.city)}>{move.city}</a>, {move.county}
                  </>
                ) : (
                  <a href={countyUrl(edition, move.county)}>{move.county}</a>
                )}
                : {move.reason}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}

/** The share of city-years without so many months of reports that the test withholds: `72%`. */
function foundOf(months: number): string {
  const row = result.power.rows.find((one) => one.loss === "all classes" && one.months === months && one.size === null);
  return `${Math.round(100 * (row?.withheld ?? 0))}%`;
}
