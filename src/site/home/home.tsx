/** @jsxImportSource hono/jsx */

import { capitalized } from "../../base/capitalized.ts";
import type { PlanTable } from "../../domain/plan.ts";
import { ofStates } from "../../editions/table.ts";
import type { NationEntry } from "../../figures/entries.ts";
import { nameInState } from "../../gazetteer/state-text.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Served } from "../../lookup/served.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import { EditionsTable } from "../about/editions-page.tsx";
import { distributionPanel } from "../charts/distribution.tsx";
import { Drawing } from "../charts/drawing.tsx";
import { dotMapChart, dotMapPanel, GradeLegend } from "../map/dot-map.tsx";
import { nationScoreChart, sampledScores, scoreChart } from "../measure/score-chart.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Grade, gradedPlace } from "../ui/grade.tsx";
import { renderPage } from "../ui/layout.tsx";
import { COUNTS, counted, number } from "../ui/number.ts";
import { PlansTable } from "../ui/plan-table.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { URLS, withQuery } from "../ui/urls.ts";
import { nationPlaceUrl, stateUrl } from "../view/addresses.ts";
import { stateView } from "../view/views.ts";
import { homeShare, homeTitle } from "./home-card.tsx";

/** What a reader can type: a place, a state, and a ZIP code, which is in one city. */
const EXAMPLES = { place: ["TX", "Austin"], state: "OH", zip: "43215" } as const;

interface HomeView {
  readonly served: Served;
  readonly plans: PlanTable;
  readonly baseUrl: string;
}

/** `/`: what this is, and two ways to begin: look up a place, or build with the API. */
export function homePage({ served, plans, baseUrl }: HomeView): string {
  const [nation] = served.nations;
  const title = homeTitle(served);
  return renderPage(
    {
      title,
      description: `${title}: a score, a letter grade, and next year’s likely range for each place, to look up and as a JSON API.`,
      path: URLS.home,
      share: homeShare(served, baseUrl),
    },
    <div class="home">
      <div class="home-title">
        <h1>{title}</h1>
        <p class="lead">
          Each place has a score, a letter grade, and next year’s likely range. The national edition compares with the
          country, {ofStates(({ possessive }) => possessive)} with the state.
        </p>
      </div>
      <div class="columns starts">
        <section class="card">
          <h2>Look up a place</h2>
          <SearchBox id="q" />
          {nation ? <Examples nation={nation} /> : null}
          <p class="actions">
            <a href={URLS.nation}>Open the map</a>
            <a href={URLS.nationBrowse}>Browse all places</a>
            <a href={URLS.nationNear}>What is near</a>
            <a href={URLS.nationCompare}>Compare places</a>
          </p>
        </section>
        <section class="card">
          <h2>Build with the API</h2>
          {nation ? <CodeBlock label="A request and its answer" text={sampleOf(nation, baseUrl)} /> : null}
          <p class="actions">
            <a class="button primary" href={URLS.signUp}>
              Create key
            </a>
            <a class="button" href={URLS.docs}>
              Read the docs
            </a>
            <span class="small muted">{number(plans.free.monthlyRequests)} requests a month, free</span>
          </p>
          <ul class="rows">
            <li>One place or a batch, by name, ZIP code, or point</li>
            <li>Every year since {nation?.nation.yardstick.trend.from}, next year’s range, and what was checked</li>
            <li>Clients for Python and TypeScript; CSV, Parquet, GeoJSON</li>
          </ul>
        </section>
      </div>
      {nation ? <Pictures nation={nation} states={served.states} /> : null}
      <h2>What is in it</h2>
      <EditionsTable served={served} keys={["graded", "fifty", "years", "absent", "checks"]} />
      <p class="actions">
        <a href={URLS.editions}>How the editions differ</a>
        <a href={URLS.downloads}>Download everything</a>
        <a href={URLS.methodology}>How a score is made</a>
      </p>
      <div class="columns">
        <section>
          <h2>Plans</h2>
          <PlansTable plans={plans} />
        </section>
        <section>
          <h2>Run it yourself</h2>
          <CodeBlock
            label="Commands to run the service"
            text={"npm start\nnpm run -s safety -- key create \\\n  --email you@example.com --type live"}
          />
          <p>One program. It needs no other server and creates its first key when it starts.</p>
        </section>
      </div>
      <h2>Before you rely on a grade</h2>
      <ul class="rows">
        <li>It counts only offenses that were reported to the police.</li>
        <li>
          Rates are per resident. A place with many visitors and jobs looks worse than it is for the people who live
          there.
        </li>
        <li>Crime differs from street to street and from year to year.</li>
        <li>The FBI advises against ranking places by crime figures.</li>
        <li>Not for tenant, credit, employment or insurance decisions about people.</li>
      </ul>
    </div>,
  );
}

/** The map of the nation, beside the scores of each edition. */
function Pictures({ nation, states }: { readonly nation: NationPlaces; readonly states: readonly StatePlaces[] }) {
  const { title, source } = dotMapChart(nation);
  const example = exampleOf(nation);
  const marked = example === undefined ? undefined : gradedPlace(example);
  const { per, dots } = sampledScores(nation.entries);
  const of = counted(per, "place");
  return (
    <div class="columns home-pictures">
      <figure>
        <h2>
          <a href={`${URLS.nation}#map`}>{title}</a>
        </h2>
        <p class="units">One dot is one place, in the color of its grade for {nation.dataYear}.</p>
        <GradeLegend />
        <Drawing {...dotMapPanel(nation)} />
        <figcaption class="small muted">Source: {source}</figcaption>
      </figure>
      <figure>
        <h2>{titledCount(1 + states.length)} editions, one scale from 0 to 100</h2>
        <h3>
          {nation.edition.title}, {nation.dataYear}
        </h3>
        <p class="units">One dot is {of}.</p>
        <Drawing
          {...distributionPanel({
            label: nationScoreChart(nation).title,
            scores: marked === undefined ? dots : [...dots, marked],
            yardstick: nation.edition,
            isFlat: true,
            marked: example && marked ? [{ name: example.name, graded: marked }] : [],
          })}
        />
        {states.map((places) => (
          <StateScores places={places} />
        ))}
        <figcaption class="small muted">
          Two yardsticks: the same town can have two grades. <a href={URLS.editions}>How the editions differ</a>
        </figcaption>
      </figure>
    </div>
  );
}

function titledCount(count: number): string {
  return capitalized(COUNTS[count] ?? String(count));
}

/** The scores of a state's cities, with its first example. */
function StateScores({ places: { records, edition, dataYear } }: { readonly places: StatePlaces }) {
  const [[slug] = []] = edition.examples;
  const scores = records.cities.map((city) => gradedPlace(city));
  const at = records.cities.findIndex((city) => stateView(city, records).slug === slug);
  const [example, graded] = [records.cities[at], scores[at]];
  const { title } = scoreChart(records);
  return (
    <>
      <h3>
        {edition.title}, {dataYear}
      </h3>
      <p class="units">One dot is one city or town. {title}.</p>
      <Drawing
        {...distributionPanel({
          label: title,
          scores,
          yardstick: edition,
          isFlat: true,
          marked: example && graded ? [{ name: example.record.city, graded }] : [],
        })}
      />
    </>
  );
}

function exampleOf(nation: NationPlaces): NationEntry | undefined {
  const [state, name] = EXAMPLES.place;
  const meaning = nation.published(state, name);
  const place = meaning.is === "one" ? meaning.place.entry : undefined;
  return place && "record" in place ? place : nation.entries[0];
}

/** What can be typed, each with what it leads to. */
function Examples({ nation }: { readonly nation: NationPlaces }) {
  const place = exampleOf(nation);
  const state = nation.states.states.find((one) => one.state === EXAMPLES.state);
  const [first] = nation.gazetteer.zip(EXAMPLES.zip)?.candidates ?? [];
  const ofZip = first && nation.ofGeoid(nation.gazetteer.place(first.row).geoid);
  const rows = [
    ...(place
      ? [
          {
            text: nameInState(place),
            detail: "a city",
            href: nationPlaceUrl(place, nation.nation),
            shown: <Grade graded={gradedPlace(place)} />,
          },
        ]
      : []),
    ...(state
      ? [
          {
            text: state.name,
            detail: `a state: ${counted(state.places, "graded place")}`,
            href: stateUrl(state.state),
            shown: null,
          },
        ]
      : []),
    ...(ofZip
      ? [
          {
            text: EXAMPLES.zip,
            detail: `a ZIP code: ${nameInState(ofZip)}`,
            href: withQuery(URLS.search, { q: EXAMPLES.zip }),
            shown: <Grade graded={gradedPlace(ofZip)} />,
          },
        ]
      : []),
  ];
  return (
    <ul class="rows answers">
      {rows.map(({ text, detail, href, shown }) => (
        <li>
          <span>
            <a href={href}>{text}</a>
            <span class="small muted">{detail}</span>
          </span>
          {shown}
        </li>
      ))}
    </ul>
  );
}

/** The shortest request with the main fields of its answer. */
function sampleOf(nation: NationPlaces, baseUrl: string): string {
  const place = exampleOf(nation);
  if (place === undefined) return `curl -H "X-API-Key: $KEY" "${baseUrl}/v1${nation.edition.path}/stats"`;
  const { city, state, safety_score: score, grade, data_year: year, crime_rate_per_1k: rate } = place.record;
  const path = `/v1${nation.edition.path}/safety/${state}/${encodeURIComponent(city)}`;
  return `$ curl -H "X-API-Key: $KEY" \\\n    ${baseUrl}${path}\n\n{ "found": true, "data": { "city": "${city}",\n  "state": "${state}", "safety_score": ${score}, "grade": "${grade}",\n  "data_year": ${year}, "crime_rate_per_1k": ${rate}, … } }`;
}
