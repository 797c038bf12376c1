/** @jsxImportSource hono/jsx */

import type { PlanTable } from "../../domain/plan.ts";
import type { SnapshotCity } from "../../domain/snapshot.ts";
import { type StateEdition, sourceOf } from "../../editions/edition.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import { distributionPanel } from "../charts/distribution.tsx";
import { Drawing } from "../charts/drawing.tsx";
import { scoreChart } from "../measure/score-chart.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Grade, gradedPlace } from "../ui/grade.tsx";
import { renderPage } from "../ui/layout.tsx";
import { number } from "../ui/number.ts";
import { PlansTable } from "../ui/plan-table.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { URLS } from "../ui/urls.ts";
import { browseUrl } from "../view/browse-query.ts";
import type { PlaceView } from "../view/place-view.ts";
import { lookUpPath } from "../view/request-line.ts";
import { stateView } from "../view/views.ts";

/** Four cities of different grades, one of them usually with an older year. */
const EXAMPLES = ["Irvine", "Fremont", "Fresno", "Oakland"] as const;

interface HomeView {
  readonly places: StatePlaces;
  readonly plans: PlanTable;
  readonly baseUrl: string;
}

/** `/`: what this is, and two doors: look up a place, or build with the API. */
export function homePage({ places, plans, baseUrl }: HomeView): string {
  const { records: snapshot } = places;
  const { edition } = snapshot;
  const { cities, counties, data_year: year } = places.statistics;
  const known = EXAMPLES.flatMap((name) => places.published.city(name)?.entry ?? []);
  const examples = known.length > 0 ? known : snapshot.cities.slice(0, EXAMPLES.length);
  const scores = new Map(snapshot.cities.map((city) => [city, gradedPlace(city)]));
  const marked = examples.flatMap((city) => {
    const graded = scores.get(city);
    return graded ? [{ name: city.record.city, graded }] : [];
  });
  const { title: finding } = scoreChart(snapshot);
  return renderPage(
    {
      title: `crime figures and safety grades for ${edition.possessive} cities and counties`,
      description: `A score, a letter grade and crime rates for ${cities} ${edition.name} cities and ${counties} counties, from official ${year} figures: to look up, and as a JSON API.`,
      path: URLS.home,
    },
    <div class="home">
      <div class="home-title">
        <h1>Reported crime per resident, made comparable across {edition.name}</h1>
        <p class="lead">
          {cities} cities and {counties} counties, each with a score, a grade, and next year’s likely range.
        </p>
      </div>
      <figure class="home-dots">
        <Drawing {...distributionPanel({ label: finding, scores: [...scores.values()], marked, yardstick: edition })} />
        <figcaption class="small muted">
          One dot is one city, {year}; hollow: an older year. <a href={`${URLS.explore}#scores`}>{finding}</a>. Source:{" "}
          {sourceOf(edition, year)}
        </figcaption>
      </figure>
      <div class="columns doors">
        <section class="card">
          <h2>Look up a place</h2>
          <SearchBox id="q" />
          <ExampleList cities={examples.map((city) => stateView(city, snapshot))} />
          <p class="actions">
            <a href={URLS.explore}>Open the map</a>
            <a href={URLS.compare}>Compare places</a>
            <a href={browseUrl(URLS.browse, { sort: "change" })}>What changed since last year</a>
          </p>
        </section>
        <section class="card">
          <h2>Build with the API</h2>
          <CodeBlock label="A request and its answer" text={sampleOf(edition, examples.at(-1), baseUrl)} />
          <p class="actions">
            <a class="button primary" href={URLS.signUp}>
              Create key
            </a>
            <a class="button" href={URLS.docs}>
              Read the docs
            </a>
            <span class="small muted">{number(plans.free.monthlyRequests)} requests a month, free</span>
          </p>
        </section>
      </div>
      <h2>What is in it</h2>
      <div class="columns">
        <section class="ruled">
          <p class="figure">{number(cities)}</p>
          <p>
            of {snapshot.cities.length + snapshot.absent.length} cities and towns.{" "}
            <a href={URLS.coverage}>Why {snapshot.absent.length} have no record</a>
          </p>
        </section>
        <section class="ruled">
          <p class="figure">{number(counties)}</p>
          <p>
            of {counties + snapshot.absentCounties.length} counties. <a href={URLS.methodology}>How a score is made</a>
          </p>
        </section>
        <section class="ruled">
          <p class="figure">
            {snapshot.state.trend.from}–{year}
          </p>
          <p>
            A year without complete figures is a gap. <a href={URLS.downloads}>Download everything</a>
          </p>
        </section>
      </div>
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

function ExampleList({ cities }: { readonly cities: readonly PlaceView[] }) {
  return (
    <ul class="examples rows">
      {cities.map((city) => (
        <li>
          <a href={city.path}>{city.name}</a>
          <Grade graded={gradedPlace(city)} href={city.path} />
        </li>
      ))}
    </ul>
  );
}

/** The shortest request with the main fields of its answer. */
function sampleOf(edition: StateEdition, city: SnapshotCity | undefined, baseUrl: string): string {
  if (city === undefined) return `curl -H "X-API-Key: $KEY" "${baseUrl}/v1/stats"`;
  const { city: name, safety_score: score, grade, data_year: year, crime_rate_per_1k: rate } = city.record;
  return `$ curl -H "X-API-Key: $KEY" \\\n    ${baseUrl}${lookUpPath(edition, "city", name)}\n\n{ "found": true, "data": { "city": "${name}",\n  "safety_score": ${score}, "grade": "${grade}",\n  "data_year": ${year}, "crime_rate_per_1k": ${rate}, … } }`;
}
