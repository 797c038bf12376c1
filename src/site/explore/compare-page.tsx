/** @jsxImportSource hono/jsx */
import { OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import type { Snapshot, SnapshotPlace } from "../../domain/snapshot.ts";
import { BarList } from "../charts/bars.tsx";
import { ChartFiles, Panels } from "../charts/chart.tsx";
import { familyBands } from "../charts/distribution.tsx";
import { CodeBlock } from "../code-block.tsx";
import { Icon } from "../icons.tsx";
import { renderPage } from "../layout.tsx";
import { number } from "../number.ts";
import type { Dataset } from "../page.ts";
import { gradeClass, gradedPlace, Plate } from "../plate.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import {
  COUNTS,
  cautionWords,
  compareChart,
  fullName,
  listed,
  nameAndYear,
  olderOf,
  trendPanels,
} from "./compare-chart.tsx";
import { FileLinks } from "./filtered-table.tsx";
import { placeNameOf } from "./place-name.ts";
import { compareSlug, compareUrl, placePath } from "./place-url.ts";
import type { FiguredPlace } from "./search/find-typed.ts";
import { FoundPlaces } from "./search/search-page.tsx";

export const COMPARED = { least: 2, most: 5 } as const;

/** A chosen place without a record. */
export interface AbsentChoice {
  readonly name: string;
  readonly slug: string;
  readonly href: string;
  readonly detail: string;
}

interface CompareView {
  readonly snapshot: Snapshot;
  readonly dataset: Dataset;
  readonly places: readonly SnapshotPlace[];
  readonly absent: readonly AbsentChoice[];
  /** Text that matched no place, with suggestions. */
  readonly missed?: { readonly name: string; readonly found: readonly FiguredPlace[] };
}

/** `/explore/compare?place=irvine&place=fresno`: two to five places in one picture. */
export function comparePage(view: CompareView): string {
  const { places, absent, missed } = view;
  const slugs = [...places.map(({ record }) => compareSlug(record)), ...absent.map(({ slug }) => slug)];
  const [first] = places;
  const count = places.length;
  const title = count < COMPARED.least ? "Compare places" : `Compare ${COUNTS[count]} places`;
  return renderPage(
    {
      title: count < COMPARED.least ? title : `Compare ${listed(places.map(fullName))}`,
      path: URLS.compare,
      description: "Compare the grades, scores, and rates of places in one picture.",
    },
    <>
      <div class="page-head">
        <h1>{title}</h1>
        {count === COMPARED.most ? null : <AddPlace slugs={slugs} isFirst={count < COMPARED.least} />}
      </div>
      {count === 0 ? <p>Choose two to five cities or counties.</p> : null}
      {count === 1 && first ? <p>Add another city or county to compare {fullName(first)} with.</p> : null}
      {count === COMPARED.most ? <p>You can compare up to five places. Remove one to add another.</p> : null}
      {missed ? (
        <div class="message error" role="alert">
          <p>
            No city or county is called “{missed.name}”.
            {missed.found.length > 0 ? " Did you mean one of these?" : ""}
          </p>
          <FoundPlaces places={missed.found} />
        </div>
      ) : null}
      {absent.map(({ name, slug, href, detail }) => (
        <div class="message">
          <p>
            <a href={href}>{name}</a> has no record to compare: {detail}.{" "}
            <a href={compareUrl(slugs.filter((one) => one !== slug))}>Remove {name}</a>
          </p>
        </div>
      ))}
      {count === 0 ? null : <Comparison {...view} slugs={slugs} />}
    </>,
  );
}

interface AddPlaceProps {
  readonly slugs: readonly string[];
  readonly isFirst: boolean;
}

function AddPlace({ slugs, isFirst }: AddPlaceProps) {
  return (
    <form method="get" action={URLS.compare} class="inline-form" data-suggest={URLS.suggestions} data-fills>
      {slugs.map((slug) => (
        <input type="hidden" name="place" value={slug} />
      ))}
      <div class="field suggest">
        <label for="add" class="visually-hidden">
          Add a city or county
        </label>
        <input
          id="add"
          name="add"
          type="search"
          placeholder="Add a city or county"
          maxlength={MAX_QUERY_LENGTH}
          autocomplete="off"
          required
        />
      </div>
      <button type="submit" class={isFirst ? "primary" : undefined}>
        Add
      </button>
    </form>
  );
}

function Comparison({ snapshot, dataset, places, slugs }: CompareView & { readonly slugs: readonly string[] }) {
  const chart = compareChart(snapshot, places);
  const years = `${snapshot.dataYear}${olderOf(places)}`;
  return (
    <>
      <figure id="ranges" class="figure-box">
        <h2>{chart.title}</h2>
        <p class="units">{chart.units}</p>
        <div class="compared-axis">
          <b>California = 50</b>
          <div class="band-row" aria-hidden="true">
            {familyBands()
              .toReversed()
              .map(({ family }) => (
                <b class={`tile grade-${family.toLowerCase()}`}>{family}</b>
              ))}
          </div>
          <span class="small muted">Next year’s range</span>
        </div>
        <ol class="compared">
          {places.map((place) => (
            <ComparedPlace
              place={place}
              removeUrl={compareUrl(slugs.filter((slug) => slug !== compareSlug(place.record)))}
            />
          ))}
        </ol>
        <div class="chart-foot">
          <p>Source: {chart.source}</p>
          <ChartFiles chart={chart} dataset={dataset} />
          <details>
            <summary>Table</summary>
            <ScrollBox label="Places side by side">{chart.table}</ScrollBox>
          </details>
        </div>
      </figure>
      <p class="small muted">
        If two ranges overlap, a difference of a point or two means little. Rates are per resident: places with many
        visitors look worse than they are for the people who live there.
      </p>
      <h2>Scores since {snapshot.state.trend.from}</h2>
      <p class="units">Solid line: the place. Dashed line: California, 50. A shaded year has no complete figures.</p>
      <Panels chart={{ panels: trendPanels(snapshot, places) }} isSmall />
      <div class="columns">
        {OFFENSE_GROUPS.map((group) => (
          <section>
            <h3>{group === "violent" ? "Violent" : "Property"} offenses per 1,000 residents</h3>
            <p class="units">{years}</p>
            <BarList
              bars={places.map((place) => ({
                name: nameAndYear(place),
                value: place.rating[group].rate,
                shown: place.rating[group].rate.toFixed(1),
              }))}
              reference={{
                name: `California ${stateRate(snapshot, group).toFixed(1)}`,
                value: stateRate(snapshot, group),
              }}
            />
          </section>
        ))}
      </div>
      <FileLinks urlOf={(format) => compareUrl(slugs, `${URLS.compare}.${format}`)} />
      <h2>Share</h2>
      <CodeBlock id="compare-link" label="Link to this comparison" text={dataset.baseUrl + compareUrl(slugs)} wraps />
    </>
  );
}

function ComparedPlace({ place, removeUrl }: { readonly place: SnapshotPlace; readonly removeUrl: string }) {
  const { record, intervals } = place;
  const { low, high } = intervals.nextYear;
  const graded = gradedPlace(place);
  const href = placePath(place);
  return (
    <li>
      <Plate graded={graded} isSmall />
      <div class="compared-name">
        <a href={href}>{placeNameOf(record)}</a>
        <span>{"city" in record ? record.county : record.state}</span>
        <span>{number(record.population)} residents</span>
        {graded.cautions.length > 0 ? (
          <a href={`${href}#cautions`}>
            <Icon name="caution" /> {cautionWords(graded)}
          </a>
        ) : null}
      </div>
      <svg class={`compared-line ${gradeClass(graded.letter)}`} aria-hidden="true">
        {[0, 20, 40, 60, 80, 100].map((tick) => (
          <line class="axis" x1={`${tick}%`} x2={`${tick}%`} y1="0" y2="100%" />
        ))}
        <line class="reference" x1="50%" x2="50%" y1="0" y2="100%" />
        <line class="pill" x1={`${low}%`} x2={`${Math.max(high, low + 0.1)}%`} y1="50%" y2="50%" />
        <circle class="dot" cx={`${graded.score}%`} cy="50%" r="13" />
        <text class="band-name" x={`${graded.score}%`} y="50%" dy="5" text-anchor="middle">
          {graded.score}
        </text>
      </svg>
      <p class="compared-range">
        <b>
          {low} to {high}
        </b>
        <span>in {graded.year + 1}</span>
      </p>
      <a class="compared-remove" href={removeUrl} aria-label={`Remove ${placeNameOf(record)}`}>
        <Icon name="close" />
      </a>
    </li>
  );
}

function stateRate({ state }: Snapshot, group: OffenseGroup): number {
  return group === "violent" ? state.violentRate : state.propertyRate;
}
