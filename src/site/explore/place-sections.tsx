/** @jsxImportSource hono/jsx */
import { STATE } from "../../domain/california.ts";
import { explainCity, explainCounty } from "../../domain/explain.ts";
import type { PlaceExplanation } from "../../domain/explanation.ts";
import { propertyOf } from "../../domain/offense.ts";
import type { Snapshot, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import { ChartFigure } from "../charts/chart.tsx";
import type { Frame } from "../layout.tsx";
import type { Dataset } from "../page.ts";
import { lookUpPath } from "../request-line.ts";
import { URLS } from "../urls.ts";
import { Cautions } from "./cautions.tsx";
import { CurlLines } from "./curl-line.tsx";
import { HistoryFigure } from "./history-chart.tsx";
import { Hero } from "./place-hero.tsx";
import { placeNameOf, shortCounty } from "./place-name.ts";
import { cityUrl, countyUrl, placePath } from "./place-url.ts";
import { ReportLink } from "./report-page.tsx";
import { scoreChart } from "./score-chart.tsx";
import { ScoreSteps } from "./score-steps.tsx";
import { CiteSection, ShareSection, shareOf } from "./share/share-section.tsx";

const CALIFORNIA = { "@type": "State", name: STATE.name };

interface PlaceProps {
  readonly snapshot: Snapshot;
  readonly place: SnapshotCity | SnapshotCounty;
  readonly dataset: Dataset;
}

/** Description, path, link preview, and subject of the page of a graded place. */
export function placeFrame({ place, dataset }: PlaceProps): Pick<Frame, "about" | "description" | "path" | "share"> {
  const { record } = place;
  const path = placePath(place);
  const county = { "@type": "AdministrativeArea", name: record.county, containedInPlace: CALIFORNIA };
  return {
    about: {
      ...("city" in record ? { "@type": "City", name: record.city, containedInPlace: county } : county),
      url: dataset.baseUrl + path,
    },
    description: `${placeNameOf(record)}: grade ${record.grade}, score ${record.safety_score}, ${record.crime_rate_per_1k} reported offenses per 1,000 residents in ${record.data_year}.`,
    path,
    share: shareOf(place, dataset.baseUrl, path),
  };
}

/** The first part of the page of a graded place: the hero, its place among the others, its years, and the score. */
export function PlaceFigures({ snapshot, place, dataset }: PlaceProps) {
  const { record } = place;
  const state = snapshot.state.trend;
  const explanation = explanationOf(place, snapshot);
  const name = shortCounty(placeNameOf(record));
  return (
    <>
      <Hero place={place} explanation={explanation} state={state} />
      <TwoRecords snapshot={snapshot} place={place} />
      <ChartFigure chart={scoreChart(snapshot, place)} dataset={dataset} />
      <HistoryFigure {...{ state, dataset }} name={placeNameOf(record)} page={placePath(place)} trend={place.trend} />
      <ScoreSteps place={place} explanation={explanation} name={name} />
    </>
  );
}

function explanationOf(place: SnapshotCity | SnapshotCounty, { state }: Snapshot): PlaceExplanation {
  return "geoid" in place ? explainCity(place, state.trend) : explainCounty(place, state.trend);
}

/** Why a city and a county with the same residents have two scores. */
function TwoRecords({ snapshot, place }: Omit<PlaceProps, "dataset">) {
  const { record } = place;
  const isCity = "city" in record;
  const city = isCity ? record : snapshot.cities.find((one) => one.record.county === record.county)?.record;
  const county = snapshot.counties.find((one) => one.record.county === record.county);
  if (!city || !county || city.population !== county.record.population) return null;
  return (
    <p>
      {city.city} is a city and a county. The{" "}
      {isCity ? (
        <a href={countyUrl(county.record.county)}>county scores {county.record.safety_score}</a>
      ) : (
        <a href={cityUrl(city.city)}>city scores {city.safety_score}</a>
      )}
      : the same residents, but the county’s figures also count the offenses that {county.agencies.length - 1} other
      agencies reported there, such as campuses, transit, and the highway patrol.
    </p>
  );
}

/** The percentage of the state's property offenses that no city can have. */
function otherShare({ state: { offenses, otherAgencies } }: Snapshot): string {
  return ((100 * otherAgencies.property) / propertyOf(offenses)).toFixed(1);
}

/** The last part: cautions, the citation, the badge, the API calls, and where to report a problem. */
export function PlaceNotes({ snapshot, place, dataset }: PlaceProps) {
  const { record } = place;
  const isCity = "city" in record;
  const name = placeNameOf(record);
  return (
    <>
      <h2>Cautions</h2>
      <Cautions cautions={place.cautions} />
      <p>
        Reported offenses only. Crime differs from{" "}
        {isCity ? "street to street within a city" : "place to place within a county"}.{" "}
        <a href={URLS.methodology}>How a score is made</a>, and{" "}
        <a href={URLS.backtest}>how accurate it was in past years</a>. The <a href={URLS.glossary}>glossary</a> explains
        the terms. <ReportLink about={`${name}, ${record.data_year}`} />
      </p>
      <p>
        {STATE.name}'s rates include agencies that no city has, such as campuses, railroads, and the highway patrol:{" "}
        {otherShare(snapshot)}% of its property offenses in {snapshot.dataYear}. The figures come from copies of
        official files: <a href={`${URLS.downloads}#sources`}>which, and how to check them</a>.
      </p>
      <div class="columns">
        <CiteSection place={place} dataset={dataset} />
        <ShareSection place={place} dataset={dataset} />
      </div>
      <CurlLines
        baseUrl={dataset.baseUrl}
        paths={
          isCity ? [lookUpPath("city", name), lookUpPath("explain", name)] : [lookUpPath("county", shortCounty(name))]
        }
      />
    </>
  );
}
