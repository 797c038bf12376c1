/** @jsxImportSource hono/jsx */

import { MAX_NAME_LENGTH } from "../../base/text.ts";
import { trendSourceOf } from "../../editions/edition.ts";
import { KM_PER_MILE } from "../../gazetteer/distance.ts";
import { DrawingOfTwo, type Size } from "../charts/drawing.tsx";
import { canBeToldApart, listed } from "../compare/compare-verdict.ts";
import { GradeLegend } from "../map/dot-map.tsx";
import { nationLand } from "../map/land.ts";
import { boundariesText, nearMap } from "../map/near-map.tsx";
import { AnswerList } from "../search/answer-list.tsx";
import { csvFile } from "../ui/columns.ts";
import { SelectField } from "../ui/form.tsx";
import { Grade, gradedPlace, NoGrade } from "../ui/grade.tsx";
import { renderPage } from "../ui/layout.tsx";
import { COUNTS, counted, number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { URLS, withQuery } from "../ui/urls.ts";
import { compareUrl, countiesText, shortCounty, slugsOf } from "../view/addresses.ts";
import { Crumbs } from "../view/crumbs.tsx";
import { nationEdition } from "../view/nation-views.ts";
import { isGraded, type PlaceView } from "../view/place-view.ts";
import {
  DISTANCES,
  gradedNear,
  LEAST,
  NEAR_SORTS,
  type NearCenter,
  type NearPlace,
  type NearQuery,
  type NearView,
} from "./load-near.ts";

/** `/us/near`: what is around a place, on a map and in a list. */
export function nearPage({ places, query, center, several, found }: NearView): string {
  const title = center === undefined ? "Near a town or ZIP code" : `Within ${distanceText(query.km)} of ${center.name}`;
  const { edition } = places;
  const isUnknown = center === undefined && query.q.trim() !== "" && several.length === 0;
  return renderPage(
    {
      title,
      description: "The graded places around a city, a ZIP code, or a point, with their distances.",
      path: URLS.nationNear,
      edition: nationEdition(places.nation),
      ...(query.q === "" ? {} : { unlisted: true }),
    },
    <>
      <Crumbs above={[[URLS.nation, edition.title], ...(center?.view?.above.slice(1) ?? [])]} name="Near" />
      <h1>{title}</h1>
      {center === undefined ? null : <Lead center={center} found={found} />}
      <NearForm query={query} isUnknown={isUnknown} />
      {center === undefined ? (
        <Which query={query} several={several} />
      ) : (
        <Around center={center} found={found} query={query} places={places} />
      )}
    </>,
  );
}

function Lead({ center, found }: { readonly center: NearCenter; readonly found: readonly NearPlace[] }) {
  const { view } = center;
  const others = found.filter((place) => place.view !== view);
  const graded = gradedNear(others);
  const higher =
    view && isGraded(view) && view.nextYear !== null ? graded.filter((one) => isHigher(one, view)).length : null;
  const without = others.length - graded.length;
  return (
    <p class="lead">
      <b>
        {graded.length === 0 ? "No graded place" : counted(graded.length, "graded place")}
        {view ? ` besides ${center.name}` : ""}
        {higher === null
          ? ""
          : `, ${higher === 0 ? "none" : (COUNTS[higher] ?? number(higher))} of which ${higher < 2 ? "scores" : "score"} clearly higher`}
        .
      </b>{" "}
      {without === 0 ? "" : `${number(without)} more ${without === 1 ? "has" : "have"} no grade.`}
    </p>
  );
}

function isHigher(one: PlaceView, other: PlaceView): boolean {
  return one.record.safety_score > other.record.safety_score && canBeToldApart(one, other);
}

interface NearFormProps {
  readonly query: NearQuery;
  /** If nothing is known by what was typed. */
  readonly isUnknown: boolean;
}

function NearForm({ query: { q, km, least, sort }, isUnknown }: NearFormProps) {
  return (
    <form method="get" action={URLS.nationNear} class="filters">
      <div class="field">
        <label for="near">Near: city, ZIP code, or latitude, longitude</label>
        <input
          id="near"
          name="q"
          type="search"
          value={q}
          maxlength={MAX_NAME_LENGTH}
          autocomplete="off"
          required
          aria-invalid={isUnknown ? "true" : undefined}
          aria-describedby={isUnknown ? UNKNOWN_ID : undefined}
        />
      </div>
      <SelectField
        id="km"
        label="Distance"
        options={DISTANCES.map((one) => [String(one), distanceText(one)] as const)}
        selected={String(km)}
      />
      <SelectField
        id="least"
        label="Residents"
        options={[["", "Any"], ...LEAST.map((one) => [String(one), `${number(one)} or more`] as const)]}
        selected={least === 0 ? "" : String(least)}
      />
      <SelectField id="sort" label="Sort by" options={Object.entries(NEAR_SORTS)} selected={sort} />
      <button type="submit" class="primary">
        Show
      </button>
    </form>
  );
}

/** What the field refers to if nothing is known. */
const UNKNOWN_ID = "unknown-place";

/** Nothing typed, a name that several places have, or one that none has. */
function Which({ query, several }: Pick<NearView, "query" | "several">) {
  if (query.q.trim() === "") {
    return <p>Type a city with its state, a ZIP code, or a latitude and a longitude.</p>;
  }
  if (several.length === 0) {
    return (
      <p id={UNKNOWN_ID} role="status">
        We know no city, town, or ZIP code “{query.q}”, so there is nothing to measure from.
      </p>
    );
  }
  return (
    <>
      <h2>Which one?</h2>
      <AnswerList places={several} />
    </>
  );
}

const WIDE_MAP: Size = [680, 640];
/** As wide as a phone, so that its text keeps its size there. */
const NARROW_MAP: Size = [400, 420];

/** So many of the nearest are on the map; the list has all. */
const MOST_ON_MAP = 40;

function Around({
  center,
  found,
  query,
  places,
}: Pick<NearView, "found" | "query" | "places"> & { readonly center: NearCenter }) {
  const shown = found.filter(({ view }) => view !== center.view).toSorted((a, b) => a.kilometers - b.kilometers);
  const graded = gradedNear(found);
  const compared = [...new Set([...(center.view && isGraded(center.view) ? [center.view] : []), ...graded])].slice(
    0,
    4,
  );
  const address = addressOf(query);
  const { ground, linesOf } = nationLand(places.gazetteer);
  const marks = shown.slice(0, MOST_ON_MAP).map(({ view, latitude, longitude }) => ({
    name: view.name,
    href: view.path,
    graded: isGraded(view) ? gradedPlace(view) : null,
    latitude,
    longitude,
    lines: linesOf(view.id),
  }));
  const own = {
    name: center.name,
    href: center.view?.path ?? address,
    graded: center.view && isGraded(center.view) ? gradedPlace(center.view) : null,
    latitude: center.latitude,
    longitude: center.longitude,
    lines: center.view && linesOf(center.view.id),
  };
  const mapOf = (size: Size) =>
    nearMap({
      label: `${center.name} and the places within ${distanceText(query.km)}. Each is a link.`,
      size,
      ringKm: query.km,
      marks: [own, ...marks],
      ground,
    });
  return (
    <div class="neighbors near">
      <section>
        <h2>{highestFinding(graded)}</h2>
        <p class="units">
          The letters are grades for {places.dataYear}; a dash is no grade. Dotted: {distanceText(query.km)} from the
          middle of {center.name}. {boundariesText(center.view === undefined ? marks : [own, ...marks])}
          {shown.length > MOST_ON_MAP ? ` The map has the nearest ${MOST_ON_MAP}.` : ""}
        </p>
        <GradeLegend />
        <DrawingOfTwo panels={[mapOf(WIDE_MAP), mapOf(NARROW_MAP)]} />
        <p class="small muted">Source: {trendSourceOf(places.edition)}; boundaries and points: U.S. Census Bureau</p>
      </section>
      <section>
        <div class="page-head">
          <h2>{query.sort === "distance" ? "Nearest first" : `By ${NEAR_SORTS[query.sort].toLowerCase()}`}</h2>
          <div class="actions small">
            <a href={address.replace(URLS.nationNear, `${URLS.nationNear}.csv`)}>CSV</a>
            {compared.length < 2 ? null : (
              <a href={compareUrl(slugsOf(compared), URLS.nationCompare)}>
                Compare the first {COUNTS[compared.length]}
              </a>
            )}
          </div>
        </div>
        {found.length === 0 ? <p>No city or town of the edition is within this distance.</p> : null}
        <Table
          label="Places and their distances"
          class="figures places"
          columns={[
            {
              heading: "Place",
              cell: ({ view, counties, residents, kilometers }) => (
                <>
                  <a href={view.path}>{view.name}</a>
                  <span class="small muted under">
                    {[countiesText(counties.map(shortCounty)) ?? [], counted(residents, "resident")].flat().join(", ")}
                  </span>
                  <span class="brief">
                    {distanceText(kilometers)}
                    {isGraded(view) ? `, rate ${view.record.crime_rate_per_1k.toFixed(1)}` : ""}
                  </span>
                </>
              ),
            },
            {
              heading: "Score",
              class: "words",
              cell: ({ view }) =>
                isGraded(view) ? (
                  <Grade graded={gradedPlace(view)} href={view.path} />
                ) : (
                  <NoGrade why={"why" in view ? view.why : "no grade"} />
                ),
            },
            {
              heading: "Rate",
              cell: ({ view }) => (isGraded(view) ? view.record.crime_rate_per_1k.toFixed(1) : "–"),
            },
            { heading: "Miles", cell: ({ kilometers }) => milesOf(kilometers) },
            { heading: "km", cell: ({ kilometers }) => Math.round(kilometers) },
          ]}
          rows={found}
          isCurrent={({ view }) => view === center.view}
        />
        <p class="small muted">
          Rate: reported offenses per 1,000 residents, {places.dataYear}. Distances are between the middles of places.
        </p>
      </section>
    </div>
  );
}

/** So many are named. */
const MOST_NAMED = 4;

/** The highest, with all that cannot be told apart from it. */
function highestFinding(graded: readonly PlaceView[]): string {
  const [best, ...rest] = graded.toSorted((a, b) => b.record.safety_score - a.record.safety_score);
  if (best === undefined) return "No graded place is so near";
  if (graded.some(({ nextYear }) => nextYear === null)) {
    return `${best.name} has the highest score, ${best.record.safety_score}; not every range is known`;
  }
  const alike = [best, ...rest.filter((other) => !canBeToldApart(best, other))];
  if (alike.length === 1) return `${best.name} scores highest`;
  if (alike.length > MOST_NAMED) return `${alike.length} places score highest and cannot be told apart`;
  return `${listed(alike)} score highest and cannot be told apart`;
}

function milesOf(kilometers: number): number {
  return Math.round(kilometers / KM_PER_MILE);
}

/** Miles first, because the places are of the United States. */
function distanceText(kilometers: number): string {
  const miles = milesOf(kilometers);
  return `${miles} ${miles === 1 ? "mile" : "miles"} (${Math.round(kilometers)} km)`;
}

function addressOf({ q, km, least, sort }: NearQuery): string {
  return withQuery(URLS.nationNear, {
    q,
    km: String(km),
    least: least === 0 ? "" : String(least),
    sort: sort === "distance" ? "" : sort,
  });
}

/** The list as a file. */
export function nearFile({ found }: NearView): string {
  return csvFile<NearPlace>(
    [
      { key: "name", value: ({ view }) => view.fullName },
      { key: "county", value: ({ counties: [first] }) => first ?? null },
      { key: "geoid", value: ({ view }) => view.id },
      { key: "kilometers", value: ({ kilometers }) => Math.round(kilometers * 10) / 10 },
      { key: "population", value: ({ residents }) => residents },
      { key: "safety_score", value: ({ view }) => (isGraded(view) ? view.record.safety_score : null) },
      { key: "grade", value: ({ view }) => (isGraded(view) ? view.record.grade : null) },
      { key: "data_year", value: ({ view }) => (isGraded(view) ? view.record.data_year : null) },
      { key: "crime_rate_per_1k", value: ({ view }) => (isGraded(view) ? view.record.crime_rate_per_1k : null) },
      { key: "next_year_low", value: ({ view }) => (isGraded(view) ? (view.nextYear?.low ?? null) : null) },
      { key: "next_year_high", value: ({ view }) => (isGraded(view) ? (view.nextYear?.high ?? null) : null) },
    ],
    found,
  );
}
