/** @jsxImportSource hono/jsx */
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import type { Snapshot, SnapshotPlace } from "../../domain/snapshot.ts";
import { ChartFigure } from "../charts/chart.tsx";
import type { Dataset } from "../http/page.ts";
import { ASSETS } from "../ui/assets.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { renderPage } from "../ui/layout.tsx";
import { URLS } from "../ui/urls.ts";
import { COUNTS, comparisonChart, listed } from "./compare-chart.tsx";
import { CannotSay, SinceLastYear } from "./compare-sections.tsx";
import { placeNameOf } from "./place-name.ts";
import { compareSlug, compareUrl } from "./place-url.ts";
import { ReportLink } from "./report-link.tsx";
import type { FiguredPlace } from "./search/find-typed.ts";
import { FoundPlaces } from "./search/search-page.tsx";
import { compareCardUrl, compareShare } from "./share/share-section.tsx";
import { californiaPlace } from "./shown-place.ts";

export const COMPARED = { least: 2, most: 5 } as const;

/** A chosen place without a record. */
export interface AbsentChoice {
  readonly name: string;
  readonly slug: string;
  readonly href: string;
  readonly detail: string;
}

export interface CompareView {
  readonly snapshot: Snapshot;
  readonly dataset: Dataset;
  readonly places: readonly SnapshotPlace[];
  readonly absent: readonly AbsentChoice[];
  /** The same comparison against the nation, if that edition has all of the places. */
  readonly nation: string | undefined;
  /** Typed names that match no place, with suggestions. */
  readonly missed: readonly { readonly name: string; readonly found: readonly FiguredPlace[] }[];
}

/** `/explore/compare?place=irvine&place=fresno`: two to five places in one picture. */
export function comparePage({ snapshot, dataset, places, absent, nation, missed }: CompareView): string {
  const slugs = [...places.map(({ record }) => compareSlug(record)), ...absent.map(({ slug }) => slug)];
  const without = (slug: string) => compareUrl(slugs.filter((one) => one !== slug));
  const [first] = places;
  const count = places.length;
  const shown = places.map((place) => californiaPlace(place, snapshot));
  const chart = comparisonChart(snapshot, places, without);
  const title = count < COMPARED.least ? "Compare places" : `Compare ${COUNTS[count]} places`;
  return renderPage(
    {
      title: count < COMPARED.least ? title : `Compare ${listed(shown)}`,
      path: URLS.compare,
      description: "Compare the grades, scores, and rates of places in one picture.",
      ...(count < COMPARED.least ? {} : { share: compareShare(shown, dataset.baseUrl) }),
    },
    <>
      <div class="page-head">
        <h1>{title}</h1>
        {count === COMPARED.most ? null : (
          <AddPlaces slugs={slugs} count={count} typed={missed.map(({ name }) => name)} />
        )}
      </div>
      {count === 0 ? <Examples snapshot={snapshot} /> : null}
      {count === 1 && first ? <p>Add another city or county to compare {placeNameOf(first.record)} with.</p> : null}
      {count === COMPARED.most ? <p>You can compare up to five places. Remove one to add another.</p> : null}
      {missed.map(({ name, found }) => (
        <div class="message error" role="alert">
          <p>
            No city or county is called “{name}”.
            {found.length > 0 ? " Did you mean one of these?" : ""}
          </p>
          <FoundPlaces places={found} />
        </div>
      ))}
      {absent.map(({ name, slug, href, detail }) => (
        <div class="message">
          <p>
            <a href={href}>{name}</a> has no record to compare: {detail}. <a href={without(slug)}>Remove {name}</a>
          </p>
        </div>
      ))}
      {chart === undefined ? null : (
        <>
          <ChartFigure chart={chart} dataset={dataset} />
          <p class="small muted">
            If two ranges overlap, a difference of a point or two means little. Rates are per resident: places with many
            visitors look worse than they are for the people who live there. <ReportLink />.{" "}
            {nation === undefined ? null : <a href={nation}>Against the United States, with places of other states</a>}
          </p>
          <div class="columns">
            <CannotSay places={shown} />
            <SinceLastYear places={shown} />
          </div>
          <h2>Share</h2>
          {count < COMPARED.least ? null : (
            <p>
              <a href={compareCardUrl(shown)}>Image for posts</a> (PNG).
            </p>
          )}
          <CodeBlock
            id="compare-link"
            label="Link to this comparison"
            text={dataset.baseUrl + compareUrl(slugs)}
            wraps
          />
          <script type="module" src={ASSETS.charts.url} />
        </>
      )}
    </>,
  );
}

interface AddPlacesProps {
  readonly slugs: readonly string[];
  readonly count: number;
  /** Names that match no place. */
  readonly typed: readonly string[];
}

/** A field for each place that a comparison needs, or one for another place. */
function AddPlaces({ slugs, count, typed }: AddPlacesProps) {
  const isEmpty = count === 0;
  return (
    <form method="get" action={URLS.compare} class="inline-form">
      {slugs.map((slug) => (
        <input type="hidden" name="place" value={slug} />
      ))}
      {(isEmpty ? ["First city or county", "Second city or county"] : ["Add a city or county"]).map((label, index) => (
        <div class="field suggest" data-suggest={URLS.suggestions} data-fills>
          <label for={`add-${index}`}>{label}</label>
          <input
            id={`add-${index}`}
            name="add"
            type="search"
            maxlength={MAX_QUERY_LENGTH}
            autocomplete="off"
            value={typed[index]}
            required={index === 0}
          />
        </div>
      ))}
      <button type="submit" class={count < COMPARED.least ? "primary" : undefined}>
        {isEmpty ? "Compare" : "Add"}
      </button>
    </form>
  );
}

const EXAMPLES = [
  ["oakland", "san-francisco"],
  ["fresno", "sacramento"],
  ["los-angeles-county", "orange-county"],
] as const;

function Examples({ snapshot: { cities, counties } }: { readonly snapshot: Snapshot }) {
  const known = new Map([...cities, ...counties].map((place) => [compareSlug(place.record), place]));
  const examples = EXAMPLES.map((slugs) => ({ slugs, places: slugs.flatMap((slug) => known.get(slug) ?? []) }));
  return (
    <>
      <p>Choose two to five cities or counties, for example:</p>
      <ul>
        {examples
          .filter(({ places }) => places.length === 2)
          .map(({ slugs, places }) => (
            <li>
              <a href={compareUrl(slugs)}>{listed(places.map((place) => ({ name: placeNameOf(place.record) })))}</a>
            </li>
          ))}
      </ul>
    </>
  );
}
