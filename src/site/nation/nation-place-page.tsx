/** @jsxImportSource hono/jsx */
import { CAUTIONS } from "../../domain/caution.ts";
import { UNITED_STATES } from "../../domain/edition.ts";
import { cautionText } from "../../domain/explain.ts";
import type { NationAbsence } from "../../domain/nation.ts";
import { explainNationPlace, type NationEntry } from "../../domain/nation-entry.ts";
import { byGroup } from "../../domain/offense.ts";
import { stateName, stateOf } from "../../places/nation-names.ts";
import { ChartFigure } from "../charts/chart.tsx";
import { comparisonOf } from "../explore/comparison.ts";
import { CurlLines } from "../explore/curl-line.tsx";
import { HistoryFigure } from "../explore/history-chart.tsx";
import { AgainstYardstick } from "../explore/place-hero.tsx";
import { cityUrl } from "../explore/place-url.ts";
import { ReportLink } from "../explore/report-link.tsx";
import { type Address, type Loaded, movedTo } from "../http/page.ts";
import { Icon } from "../ui/icons.tsx";
import { renderPage } from "../ui/layout.tsx";
import { nationCompareUrl, nationPlaceUrl, nationSlug, stateUrl } from "../ui/nation-urls.ts";
import { number } from "../ui/number.ts";
import { letterText, NoPlate, Plate, rangeText } from "../ui/plate.tsx";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { nationHistoryOf, stateScoreChart } from "./nation-charts.tsx";
import { loadNation, type NationView } from "./nation-page.tsx";
import { gradedEntry, NATION_ABSENCE_NAMES, NATION_SOURCE, nationEdition } from "./nation-parts.tsx";

interface NationPlaceView extends NationView {
  readonly place: NationEntry | NationAbsence;
  /** The page of the place in its own state's edition, if it has one. */
  readonly ownPage: string | null;
}

/** The place of the path. Another spelling of its name leads to its own URL. */
export function loadNationPlace(at: Address): Loaded<NationPlaceView> {
  const { nation, places, params } = at;
  const { state: typed = "", city = "" } = params;
  const state = stateOf(typed);
  if (state === undefined) return null;
  const found = nation.find(state, city);
  const place = found.kind === "graded" ? found.entry : found.kind === "absent" ? found.absence : null;
  if (place === null) return null;
  const url = nationPlaceUrl(place, nation.nation);
  if (url !== `${stateUrl(state)}/${city}` || typed !== state.toLowerCase()) return movedTo(url);
  const own = places.records.cities.find(({ geoid }) => geoid === place.geoid);
  return { data: { ...loadNation(at).data, place, ownPage: own ? cityUrl(own.record.city) : null } };
}

/** The place of a path, for its charts. */
export function entryAt({ nation, params }: Pick<Address, "nation" | "params">): NationEntry | undefined {
  const state = stateOf(params["state"] ?? "");
  const found = state && nation.find(state, params["city"] ?? "");
  return found?.kind === "graded" ? found.entry : undefined;
}

/** `/us/tx/austin`. */
export function nationPlacePage({ place, ...view }: NationPlaceView): string {
  return "record" in place ? gradedPage({ ...view, place }) : absentPage({ ...view, place });
}

function gradedPage({ place, places, dataset, ownPage }: NationPlaceView & { readonly place: NationEntry }): string {
  const { record, name, nextYear, cautions } = place;
  const { nation } = places;
  const state = nation.yardstick.trend;
  const year = record.data_year;
  const path = nationPlaceUrl(place, nation);
  const explanation = explainNationPlace(place, nation);
  const rates = byGroup((group) => record[group].rate_per_1k);
  const [violent, property] = comparisonOf({ rates, year, yardstick: UNITED_STATES, state });
  const slug = `${place.state.toLowerCase()}/${nationSlug(place, nation)}`;
  return renderPage(
    {
      title: `${name}, ${stateName(place.state)}, ${year}`,
      description: `${name}, ${stateName(place.state)}: grade ${letterText(record.grade)}, score ${record.safety_score} against the United States, ${year}.`,
      path,
      edition: nationEdition(places),
    },
    <>
      <div class="hero-top">
        <NationCrumbs place={place} />
        <nav aria-label="This place">
          <a href={nationCompareUrl([slug])}>Compare</a>
          <a href={`${path}/years.csv`}>Download</a>
          <ReportLink place={`${name}, ${place.state}`} year={year} text="Report" />
          <a href="#api">API</a>
        </nav>
      </div>
      <div class="hero">
        <Plate graded={gradedEntry(place)} next={nextYear} scale={`${UNITED_STATES.abbreviation} = 50`} />
        <div class="hero-name">
          <h1>{name}</h1>
          <p class="muted">
            {place.county === null ? "" : `${place.county}, `}
            {stateName(place.state)}, {number(record.population)} residents
          </p>
        </div>
        <div class="hero-words">
          <p class="lead">
            In {year} {name} had <b>{violent[0]}</b>
            {violent[1]} and <b>{property[0]}</b>
            {property[1]}.{" "}
            {nextYear === null ? (
              "How wide the range of the next score is has not been confirmed for this state."
            ) : (
              <>
                80% range of the score of {year + 1}: <b>{rangeText(nextYear, " to ")}</b>.
              </>
            )}
          </p>
          <ul class="chips">
            {cautions.map(({ code }) => (
              <li class="own">
                <a href="#cautions">
                  <Icon name="caution" />
                  {CAUTIONS[code].name}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <AgainstYardstick
          {...{ rates, year, yardstick: UNITED_STATES, state }}
          grades={byGroup((group) => record[group].grade)}
          chartOf={() => `${path}#history`}
        />
      </div>
      {ownPage === null ? null : (
        <p>
          This score is against the nation. <a href={ownPage}>The page of {name} in its own state's edition</a> compares
          it with the state, by figures that were reviewed one by one.
        </p>
      )}
      <ChartFigure chart={stateScoreChart(places, place.state, place)} dataset={dataset} />
      <HistoryFigure {...nationHistoryOf(place, places)} dataset={dataset} />
      <h2 id="steps">How the score was made</h2>
      <Table
        label="The calculation"
        class="figures stack"
        columns={[
          { heading: "Step", cell: (step) => step.name },
          { heading: "Formula", cell: (step) => step.formula },
          { heading: "Numbers", cell: (step) => step.numbers },
          { heading: "Result", cell: (step) => step.value },
        ]}
        rows={explanation.steps}
      />
      <h2 id="cautions">What was checked</h2>
      {cautions.length === 0 ? (
        <p>Nothing in these figures speaks against them. Tests find most large losses of reports and few small ones.</p>
      ) : (
        <section class="message" aria-label="Cautions">
          {cautions.map((caution) => (
            <p>
              <strong>{CAUTIONS[caution.code].name}.</strong> {cautionText(caution)}
            </p>
          ))}
        </section>
      )}
      <p>
        Reported offenses only. The figures of a city do not describe its neighborhoods.{" "}
        {place.source === "fbi" ? "They were tested by a program; no person reviewed this place. " : ""}
        Source: {record.source}. <a href={URLS.methodology}>How a score is made</a>.
      </p>
      <CurlLines
        baseUrl={dataset.baseUrl}
        paths={[`/v1/us/safety/${place.state}/${encodeURIComponent(apiName(place, isUnique(places, place)))}`]}
      />
    </>,
  );
}

/** Whether a name alone is enough for the API. */
function isUnique(places: NationView["places"], place: NationEntry | NationAbsence): boolean {
  return places.find(place.state, place.name).kind !== "several";
}

function apiName({ name, county }: NationEntry | NationAbsence, isAlone: boolean): string {
  return isAlone || county === null ? name : `${name}, ${county}`;
}

function absentPage({ place, places, dataset }: NationPlaceView & { readonly place: NationAbsence }): string {
  const { dataYear } = places.nation;
  const { name, expected, trend, lastComplete, population } = place;
  const where = stateName(place.state);
  const index = trend === null ? -1 : dataYear - trend.from;
  const graded = places.ofState(place.state).filter(({ county }) => county !== null && county === place.county);
  return renderPage(
    {
      title: `${name}, ${where}`,
      description: `${name}, ${where} has no safety grade for ${dataYear}: ${NATION_ABSENCE_NAMES[place.reason].toLowerCase()}.`,
      path: nationPlaceUrl(place, places.nation),
      edition: nationEdition(places),
    },
    <>
      <NationCrumbs place={place} />
      <div class="hero">
        <NoPlate year={dataYear} why="no record" />
        <div class="hero-name">
          <h1>{name}</h1>
          <p class="muted">
            {where}
            {population === null ? "" : `, ${number(population)} residents`}
          </p>
        </div>
        <div class="hero-words">
          <p class="lead">
            No grade for {dataYear}: {NATION_ABSENCE_NAMES[place.reason].toLowerCase()}.{" "}
            {lastComplete === null ? "" : `The last year with complete figures is ${lastComplete}.`}
          </p>
          <p>{place.detail}.</p>
        </div>
      </div>
      {expected === null || trend === null ? null : (
        <p>
          Expected about {number(Math.round(expected.violent))} violent and {number(Math.round(expected.property))}{" "}
          property offenses in {dataYear}; {trend.population[index] === undefined ? "" : "fewer were reported. "}
          That looks like missing reports; nobody knows how many.
        </p>
      )}
      {graded.length === 0 ? null : (
        <>
          <h2>Places of {place.county} with a record</h2>
          <ul>
            {graded.map((entry) => (
              <li>
                <a href={nationPlaceUrl(entry, places.nation)}>{entry.name}</a>, {letterText(entry.record.grade)}{" "}
                {entry.record.safety_score} ({entry.record.data_year})
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <a href={stateUrl(place.state)}>All places in {where}</a> ·{" "}
        <a href={URLS.nationCoverage}>Why places are missing</a>
      </p>
      <p class="small muted">Source: {NATION_SOURCE}.</p>
      <CurlLines
        baseUrl={dataset.baseUrl}
        paths={[`/v1/us/history/${place.state}/${encodeURIComponent(apiName(place, isUnique(places, place)))}`]}
      />
    </>,
  );
}

function NationCrumbs({ place }: { readonly place: NationEntry | NationAbsence }) {
  return (
    <nav aria-label="Place" class="crumbs">
      <a href={URLS.nation}>United States</a> / <a href={stateUrl(place.state)}>{stateName(place.state)}</a> /{" "}
      <span aria-current="page">{place.name}</span>
    </nav>
  );
}
