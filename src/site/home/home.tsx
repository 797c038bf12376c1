/** @jsxImportSource hono/jsx */

import { COUNTIES } from "../../domain/california.ts";
import { typedName } from "../../domain/name.ts";
import type { Place } from "../../domain/place.ts";
import type { PlanTable } from "../../domain/plan.ts";
import type { Places } from "../../places/places.ts";
import { placeNameOf, RecordCard } from "../card.tsx";
import { CodeBlock } from "../code-block.tsx";
import { cityUrl, countyUrl } from "../explore/place-url.ts";
import { FoundPlaces, ZipPageLink } from "../explore/search/search-page.tsx";
import { PrimaryLink } from "../form.tsx";
import { renderPage } from "../layout.tsx";
import { number } from "../number.ts";
import { PlansTable } from "../plan-table.tsx";
import { lookUpPath } from "../request-line.ts";
import { SearchBox } from "../search-box.tsx";
import { URLS } from "../urls.ts";

const FIRST_EXAMPLE = "Irvine";

export interface HomeView {
  readonly places: Places;
  readonly plans: PlanTable;
  readonly baseUrl: string;
  /** The visitor's lookup; undefined on a first request. */
  readonly query: string | undefined;
  /** Suggestions for the text that was looked up. */
  readonly similar: readonly Place[];
}

export function homePage(view: HomeView): string {
  const { places, plans, baseUrl } = view;
  const { cities, counties, data_year: year } = places.statistics;
  return renderPage(
    {
      title: "crime figures and safety grades for California's cities and counties",
      description: `A JSON API with a safety score, a letter grade and crime rates for ${cities} California cities and ${counties} counties, from official ${year} figures.`,
      path: URLS.home,
    },
    <>
      <h1>Safety scores and crime rates for California's cities and counties, as a JSON API</h1>
      <LookUp {...view} />
      <p>
        <a href={URLS.explore}>Explore all places on a map</a>, <a href={URLS.compare}>compare two to five</a>, or see{" "}
        <a href={URLS.changes}>what changed since last year</a>.
      </p>
      <h2>What is in it</h2>
      <dl class="facts">
        <Fact value={number(cities)} of="cities and towns with a record" />
        <Fact value={number(counties)} of={`of ${Object.keys(COUNTIES).length} counties`} />
        <Fact value={String(year)} of="year of the figures" />
      </dl>
      <p class="small muted">
        Source: California Department of Justice, Crimes and Clearances {year}; U.S. Census Bureau, population
        estimates. <a href={URLS.methodology}>How a score is made</a>, <a href={URLS.coverage}>why a city is absent</a>.
      </p>
      <h2>Plans</h2>
      <PlansTable plans={plans} />
      <p>
        <PrimaryLink href={URLS.signUp}>Create an account</PrimaryLink>
      </p>
      <h2>Run it yourself</h2>
      <p>The whole service is one program. It needs no other server and creates its first key when it starts.</p>
      <CodeBlock
        label="Commands to run the service"
        text={"npm start\nnpm run -s safety -- key create --email you@example.com --type live"}
      />
      <h2>Before you rely on a grade</h2>
      <ul>
        <li>It counts only offenses that were reported to the police.</li>
        <li>
          Rates are per resident. A place with many visitors and jobs looks worse than it is for the people who live
          there.
        </li>
        <li>Crime differs from street to street and from year to year.</li>
        <li>The FBI advises against ranking places by crime figures.</li>
        <li>Not for tenant, credit, employment or insurance decisions about people.</li>
      </ul>
      <p class="small muted">
        The API is at <code>{baseUrl}/v1</code>. See the <a href={URLS.docs}>docs</a>.
      </p>
    </>,
  );
}

function Fact({ value, of }: { readonly value: string; readonly of: string }) {
  return (
    <div>
      <dt>{of}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function LookUp(view: HomeView) {
  const name = typedName(view.query ?? "") || FIRST_EXAMPLE;
  return (
    <>
      <SearchBox id="q" value={name} action={URLS.home} button="Look up" />
      <Answer {...view} name={name} />
    </>
  );
}

function Answer({ places, name, similar }: HomeView & { readonly name: string }) {
  const city = places.city(name)?.entry;
  const county = city ? undefined : places.county(name)?.entry;
  const found = city ?? county;
  const isCounty = !city && (county ?? places.absentCounty(name)) !== undefined;
  const { answer } = (isCounty ? places.county(name) : places.city(name)) ?? { answer: places.notFound };
  const path = lookUpPath(isCounty ? "county" : "city", name);
  return (
    <div class="columns">
      {found ? (
        <div>
          <RecordCard record={found.record} />
          <p>
            <a href={city ? cityUrl(city.record.city) : countyUrl(found.record.county)}>
              More on {placeNameOf(found.record)}
            </a>
          </p>
        </div>
      ) : (
        <Missing places={places} name={name} similar={similar} />
      )}
      <div>
        <p class="small muted">
          <code>GET {path}</code>
        </p>
        <CodeBlock label={`Answer to ${path}`} text={JSON.stringify(JSON.parse(answer.body), null, 2)} />
      </div>
    </div>
  );
}

type MissingProps = Pick<HomeView, "places" | "similar"> & { readonly name: string };

/** Why there is no record, if known, with suggestions. The API itself never guesses. */
function Missing({ places, name, similar }: MissingProps) {
  const city = places.absentCity(name);
  const absent = city ?? places.absentCounty(name);
  if (absent) {
    return (
      <div class="empty">
        <h2>{city?.city ?? absent.county} has no record</h2>
        <p>{absent.detail}.</p>
        <p>
          {city ? (
            <>
              <a href={cityUrl(city.city)}>Why, and what to use instead</a>, or see{" "}
              <a href={countyUrl(city.county)}>{city.county}</a>.
            </>
          ) : (
            <a href={countyUrl(absent.county)}>What to use instead, its cities, and its history</a>
          )}
        </p>
      </div>
    );
  }
  return (
    <div class="empty">
      <h2>No record for “{name}”</h2>
      <p>It is neither a graded city nor a county in California. The API does not correct misspelled names.</p>
      {similar.length > 0 ? (
        <>
          <ZipPageLink query={name} />
          <p>Did you mean one of these?</p>
          <FoundPlaces places={similar} />
        </>
      ) : (
        <p>
          <a href={URLS.coverage}>Which cities have no record, and why</a>
        </p>
      )}
    </div>
  );
}
