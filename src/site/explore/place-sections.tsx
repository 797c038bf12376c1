/** @jsxImportSource hono/jsx */
import { explainCity, explainCounty } from "../../domain/explain.ts";
import type { PlaceExplanation } from "../../domain/explanation.ts";
import type { Snapshot, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import { placeNameOf } from "../card.tsx";
import type { Frame } from "../layout.tsx";
import { lookUpPath } from "../request-line.ts";
import { URLS } from "../urls.ts";
import { Cautions } from "./cautions.tsx";
import { CurlLines } from "./curl-line.tsx";
import { shortCounty } from "./place-columns.tsx";
import { Hero } from "./place-hero.tsx";
import { HistoryFigure } from "./place-history.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { ReportLink } from "./report-page.tsx";
import { ScoreFigure } from "./score-distribution.tsx";
import { ScoreSteps } from "./score-steps.tsx";
import { CiteSection, ShareSection, shareOf } from "./share/share-section.tsx";

interface PlaceProps {
  readonly snapshot: Snapshot;
  readonly place: SnapshotCity | SnapshotCounty;
  readonly baseUrl: string;
}

export function pathOf({ record }: SnapshotCity | SnapshotCounty): string {
  return "city" in record ? cityUrl(record.city) : countyUrl(record.county);
}

/** Description, path, and link preview of the page of a graded place. */
export function placeFrame({ place, baseUrl }: PlaceProps): Pick<Frame, "description" | "path" | "share"> {
  const { record } = place;
  const path = pathOf(place);
  return {
    description: `${placeNameOf(record)}: grade ${record.grade}, score ${record.safety_score}, ${record.crime_rate_per_1k} reported offenses per 1,000 residents in ${record.data_year}.`,
    path,
    share: shareOf(place, baseUrl, path),
  };
}

/** The first part of the page of a graded place: the hero, its place among the others, its years, and the score. */
export function PlaceFigures({ snapshot, place }: PlaceProps) {
  const { record } = place;
  const state = snapshot.state.trend;
  const explanation = explanationOf(place, snapshot);
  const name = shortCounty(placeNameOf(record));
  return (
    <>
      <Hero place={place} explanation={explanation} state={state} />
      <TwoRecords snapshot={snapshot} place={place} />
      <ScoreFigure snapshot={snapshot} place={place} />
      <HistoryFigure name={name} trend={place.trend} state={state} recordYear={record.data_year} />
      <ScoreSteps place={place} explanation={explanation} name={name} />
    </>
  );
}

function explanationOf(place: SnapshotCity | SnapshotCounty, { state }: Snapshot): PlaceExplanation {
  return "geoid" in place ? explainCity(place, state.trend) : explainCounty(place, state.trend);
}

/** Why a city and a county with the same residents have two scores. */
function TwoRecords({ snapshot, place }: Omit<PlaceProps, "baseUrl">) {
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

/** The last part: cautions, the citation, the badge, the API calls, and where to report a problem. */
export function PlaceNotes({ snapshot, place, baseUrl }: PlaceProps) {
  const { record } = place;
  const isCity = "city" in record;
  const name = placeNameOf(record);
  const path = pathOf(place);
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
      <div class="columns">
        <CiteSection snapshot={snapshot} place={place} baseUrl={baseUrl} path={path} />
        <ShareSection place={place} baseUrl={baseUrl} path={path} />
      </div>
      <CurlLines
        baseUrl={baseUrl}
        paths={
          isCity ? [lookUpPath("city", name), lookUpPath("explain", name)] : [lookUpPath("county", shortCounty(name))]
        }
      />
    </>
  );
}
