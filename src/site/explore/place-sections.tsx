/** @jsxImportSource hono/jsx */
import type { PlaceExplanation } from "../../domain/explanation.ts";
import type { Snapshot, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import { placeNameOf, RecordCard } from "../card.tsx";
import type { Frame } from "../layout.tsx";
import { lookUpPath } from "../request-line.ts";
import { URLS } from "../urls.ts";
import { CautionNote, Cautions } from "./cautions.tsx";
import { compareSlug, compareUrl } from "./compare-page.tsx";
import { CurlLines } from "./curl-line.tsx";
import { IntervalSection } from "./explanation-section.tsx";
import { HistorySection } from "./history-section.tsx";
import { shortCounty } from "./place-columns.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { CiteSection, ShareSection, shareOf } from "./share/share-section.tsx";
import { sourceLine } from "./source-line.ts";
import { stateComparison } from "./story.ts";
import { TrendFigure } from "./trend-chart.tsx";

interface PlaceProps {
  readonly snapshot: Snapshot;
  readonly place: SnapshotCity | SnapshotCounty;
  readonly baseUrl: string;
}

/** Description, path, and link preview of the page of a graded place. */
export function placeFrame({ place: { record }, baseUrl }: PlaceProps): Pick<Frame, "description" | "path" | "share"> {
  const name = placeNameOf(record);
  const path = "city" in record ? cityUrl(name) : countyUrl(name);
  return {
    description: `${name}: grade ${record.grade}, score ${record.safety_score}, ${record.crime_rate_per_1k} reported offenses per 1,000 residents in ${record.data_year}.`,
    path,
    share: shareOf(record, baseUrl, path),
  };
}

/** The path from the state to a place. */
export function Crumbs({ county, name }: { readonly county?: string; readonly name: string }) {
  return (
    <nav aria-label="Place" class="crumbs small">
      <a href={URLS.explore}>California</a> / {county ? <a href={countyUrl(county)}>{county}</a> : null}
      {county ? " / " : null}
      <span aria-current="page">{name}</span>
    </nav>
  );
}

/** The first part of the page of a graded place: its record, the range for next year's score, and its history. */
export function PlaceFigures({
  snapshot,
  place,
  explanation,
}: PlaceProps & { readonly explanation: PlaceExplanation }) {
  const { record } = place;
  const name = placeNameOf(record);
  const county = "city" in record ? record.county : null;
  const state = snapshot.state.trend;
  return (
    <>
      <h1>{name}</h1>
      <p class="lead">{stateComparison(place, name, state)}</p>
      <CautionNote cautions={place.cautions} />
      <RecordCard record={record} />
      <p>
        <a href={compareUrl([compareSlug({ name, county })])}>Compare with other places</a>
      </p>
      <p class="small muted">Source: {sourceLine(record.data_year)}</p>
      <IntervalSection explanation={explanation} />
      <HistorySection place={place} state={state} name={name} path={county ? cityUrl(name) : countyUrl(name)} />
      <TrendFigure name={shortCounty(name)} trend={place.trend} state={state} />
    </>
  );
}

/** The last part: cautions, the citation, the badge, and the API calls. */
export function PlaceNotes({ snapshot, place, baseUrl }: PlaceProps) {
  const { record } = place;
  const isCity = "city" in record;
  const name = placeNameOf(record);
  const path = isCity ? cityUrl(name) : countyUrl(name);
  return (
    <>
      <h2>Cautions</h2>
      <Cautions cautions={place.cautions} />
      <p>
        Reported offenses only. Crime differs from{" "}
        {isCity ? "street to street within a city" : "place to place within a county"}.{" "}
        <a href={URLS.methodology}>How a score is made</a>, and{" "}
        <a href={URLS.backtest}>how accurate it was in past years</a>. The <a href={URLS.glossary}>glossary</a> explains
        the terms.
      </p>
      <CiteSection snapshot={snapshot} record={record} baseUrl={baseUrl} path={path} />
      <ShareSection record={record} baseUrl={baseUrl} path={path} />
      <CurlLines
        baseUrl={baseUrl}
        paths={
          isCity ? [lookUpPath("city", name), lookUpPath("explain", name)] : [lookUpPath("county", shortCounty(name))]
        }
      />
    </>
  );
}
