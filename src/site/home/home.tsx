/** @jsxImportSource hono/jsx */
import { MAX_NAME_LENGTH, typedName } from "../../domain/name.ts";
import type { PlanTable } from "../../domain/plan.ts";
import type { Atlas } from "../../snapshot/atlas.ts";
import { RecordCard } from "../card.tsx";
import { CodeBlock } from "../code-block.tsx";
import { renderPage } from "../layout.tsx";
import { number } from "../number.ts";
import { PlansTable } from "../plan-table.tsx";
import { lookUpPath } from "../request-line.ts";
import { URLS } from "../urls.ts";

const FIRST_EXAMPLE = "Irvine";

export interface HomeView {
  readonly atlas: Atlas;
  readonly plans: PlanTable;
  readonly baseUrl: string;
  /** What the visitor looked up; undefined on a first request. */
  readonly query: string | undefined;
}

export function homePage(view: HomeView): string {
  const { atlas, plans, baseUrl } = view;
  const { cities, counties, data_year: year } = atlas.statistics;
  return renderPage(
    {
      title: "crime figures and safety grades for California's cities and counties",
      description: `A JSON API with a safety score, a letter grade and crime rates for ${cities} California cities and ${counties} counties, from official ${year} figures.`,
      path: URLS.home,
    },
    <>
      <h1>Safety scores and crime rates for California's cities and counties, as a JSON API</h1>
      <LookUp {...view} />
      <h2>What is in it</h2>
      <dl class="facts">
        <Fact value={number(cities)} of="cities and towns with a record" />
        <Fact value={number(counties)} of="of 58 counties" />
        <Fact value={String(year)} of="year of the figures" />
      </dl>
      <p class="small muted">
        Source: California Department of Justice, Crimes and Clearances {year}; U.S. Census Bureau, population
        estimates. <a href={URLS.methodology}>How a score is made</a>, <a href={URLS.coverage}>why a city is absent</a>.
      </p>
      <h2>Plans</h2>
      <PlansTable plans={plans} />
      <p>
        <a class="button primary" href={URLS.signUp}>
          Create an account
        </a>
      </p>
      <h2>Run it yourself</h2>
      <p>The whole service is one program. It needs no other server and makes its first key by itself.</p>
      <CodeBlock
        label="Commands to run the service"
        text={"npm start\nnpm run -s safety -- key create --email you@example.com --type live"}
      />
      <h2>Before you rely on a grade</h2>
      <ul>
        <li>It counts offenses that were reported to the police, and no others.</li>
        <li>
          Residents are the denominator. A place with many visitors and jobs looks worse than it is for those who live
          there.
        </li>
        <li>A city is not its neighborhoods, and a year is not the next year.</li>
        <li>The FBI advises against ranking places by crime figures.</li>
        <li>Not for tenant, credit, employment or insurance decisions about people.</li>
      </ul>
      <p class="small muted">
        The same answers for programs: <code>{baseUrl}/v1</code>, described in the <a href={URLS.docs}>docs</a>.
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

function LookUp({ atlas, query }: HomeView) {
  const name = typedName(query ?? "") || FIRST_EXAMPLE;
  return (
    <>
      <search>
        <form method="get" action={URLS.home} class="inline-form">
          <div class="field">
            <label for="q">City or county</label>
            <input id="q" name="q" type="search" value={name} maxlength={MAX_NAME_LENGTH} autocomplete="off" />
          </div>
          <button type="submit">Look up</button>
        </form>
      </search>
      <Answer atlas={atlas} name={name} />
    </>
  );
}

function Answer({ atlas, name }: { readonly atlas: Atlas; readonly name: string }) {
  const city = atlas.findCity(name);
  const county = city ? undefined : atlas.findCounty(name);
  const found = city ?? county;
  const answer = county ? atlas.countyAnswer(name) : atlas.cityAnswer(name);
  const path = lookUpPath(county ? "county" : "city", name);
  return (
    <div class="split">
      {found ? (
        <RecordCard record={found.record} />
      ) : (
        <div class="empty">
          <h2>No record for “{name}”</h2>
          <p>
            It is not one of the graded cities, nor a county. A misspelled name is never guessed.{" "}
            <a href={URLS.coverage}>See which cities are absent, and why</a>, or look up its county.
          </p>
        </div>
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
