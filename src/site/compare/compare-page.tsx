/** @jsxImportSource hono/jsx */

import { cutText, MAX_NAME_LENGTH } from "../../base/text.ts";
import { yearChange } from "../../domain/year-change.ts";
import type { Places } from "../../lookup/served.ts";
import { ChartFigure } from "../charts/chart.tsx";
import { chartPages } from "../charts/chart-pages.tsx";
import type { AddressOf, DataOf, MakePage, Page } from "../http/page.ts";
import { cardUrl } from "../share/share-section.tsx";
import { ASSETS } from "../ui/assets.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { gradedPlace } from "../ui/grade.tsx";
import { renderPage } from "../ui/layout.tsx";
import { COUNTS, signed } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { withQuery } from "../ui/urls.ts";
import { compareUrl, slugsOf } from "../view/addresses.ts";
import {
  COMPARED,
  type CompareQuery,
  comparedPlaces,
  compareQuery,
  loadComparison,
  placesAsked,
} from "../view/chosen-places.ts";
import { MissedNames } from "../view/missed-names.tsx";
import { type EditionViews, fillsOf, type PlaceView, slugOfPage } from "../view/place-view.ts";
import { ReportLink } from "../view/report-link.tsx";
import { compareCard, compareCardUrl, compareShare } from "./compare-card.tsx";
import { comparisonChart } from "./compare-chart.tsx";
import { CannotSay, SharedNotes } from "./compare-notes.tsx";
import { ComparedSoFar } from "./compare-so-far.tsx";
import { listed } from "./compare-verdict.ts";

/** The comparison of an edition's places: its page, the files of its picture, and the card. */
export function comparePages<Own extends Places>(
  page: MakePage<Own>,
  path: string,
  editionAt: (at: AddressOf<Own>) => EditionViews,
): readonly Page[] {
  const placesOf = (at: AddressOf<Own>, { place }: CompareQuery) =>
    comparedPlaces(placesAsked(editionAt(at), { place, add: [] }).places);
  return [
    page({ path, query: compareQuery, load: (at, query) => loadComparison(editionAt(at), query), render: comparePage }),
    ...chartPages(page, {
      path,
      query: compareQuery,
      chart: (at, query) => comparisonChart(placesOf(at, query), editionAt(at).edition.compare),
    }),
    page({
      path: cardUrl(path),
      type: "png",
      cache: "embedded",
      query: compareQuery,
      async load(at, query) {
        const places = placesOf(at, query);
        return places.length < COMPARED.least ? null : { data: await at.services.draw(compareCard(places)) };
      },
      render: (png) => png,
    }),
  ];
}

/** `/explore/compare?place=irvine&place=fresno`: two to five places in one picture. */
function comparePage({ from, places, absent, nation, own, missed }: DataOf<typeof loadComparison>): string {
  const { edition, noun, dataset } = from;
  const { compare: path } = edition;
  const slugs = slugsOf([...places, ...absent]);
  const without = (slug: string) =>
    compareUrl(
      slugs.filter((one) => one !== slug),
      path,
    );
  const [first] = places;
  const count = places.length;
  const chart = comparisonChart(places, path, without);
  const title = count < COMPARED.least ? "Compare places" : `Compare ${COUNTS[count]} places`;
  return renderPage(
    {
      title: count < COMPARED.least ? title : `Compare ${listed(places)}`,
      path,
      description: "Compare the grades, scores, and rates of places in one picture.",
      ...(count < COMPARED.least ? {} : { share: compareShare(places, path, dataset.baseUrl) }),
      edition,
      isBrief: true,
    },
    <>
      <div class="page-head">
        <h1>{title}</h1>
        {count === COMPARED.most ? null : (
          <AddPlaces
            path={path}
            fills={fillsOf(edition)}
            noun={noun}
            slugs={slugs}
            count={count}
            typed={missed.length > 1 ? [] : missed.map(({ name }) => name)}
          />
        )}
      </div>
      {count === 0 ? <ExamplePairs {...from} /> : null}
      {count === 1 && first ? (
        <p>
          Add another {noun} to compare {first.name} with.
        </p>
      ) : null}
      {count === COMPARED.most ? <p>You can compare up to five places. Remove one to add another.</p> : null}
      <MissedNames
        noun={noun}
        missed={missed}
        form={{ path, slugs, slugOf: (href) => slugOfPage(href, edition) }}
        added={(href, name) => {
          const slug = slugOfPage(href, edition);
          const add = missed.flatMap((one) => (one.name === name ? [] : [one.name]));
          return slug === undefined ? href : withQuery(path, { place: [...slugs, slug], add });
        }}
      />
      {absent.map(({ fullName: name, slug, path: href, reason, detail }) => (
        <div class="message">
          <p>
            <a href={href}>{name}</a> has no grade to compare: {reason.charAt(0).toLowerCase() + reason.slice(1)}.{" "}
            {detail}. <a href={without(slug)}>Remove {name}</a>
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
          <SharedNotes places={places} />
          {own === undefined ? null : (
            <p>
              <a href={own.href}>The same comparison in {own.possessive} own edition</a>
            </p>
          )}
          <div class="columns">
            <CannotSay places={places} />
            <SinceLastYear places={places} />
          </div>
          <section class="screen">
            <h2>Share</h2>
            {count < COMPARED.least ? null : (
              <p>
                <a href={compareCardUrl(places, path)}>Image for posts</a> (PNG).
              </p>
            )}
            <CodeBlock
              id="compare-link"
              label="Link to this comparison"
              text={dataset.baseUrl + compareUrl(slugs, path)}
              wraps
            />
          </section>
          <script type="module" src={ASSETS.charts.url} />
        </>
      )}
    </>,
  );
}

/** Shown while no place is chosen. */
function ExamplePairs({ placeOf, edition }: EditionViews) {
  const pairs = edition.words.examples.map((slugs) =>
    comparedPlaces(slugs.flatMap((slug) => placeOf(cutText(slug)) ?? [])),
  );
  return (
    <>
      <p>Choose two to five places, for example:</p>
      <ul>
        {pairs
          .filter(({ length }) => length === COMPARED.least)
          .map((pair) => (
            <li>
              <a href={compareUrl(slugsOf(pair), edition.compare)}>{listed(pair)}</a>
            </li>
          ))}
      </ul>
    </>
  );
}

interface AddPlacesProps extends Pick<EditionViews, "noun"> {
  readonly path: string;
  readonly fills: ReturnType<typeof fillsOf>;
  readonly slugs: readonly string[];
  readonly count: number;
  readonly typed: readonly string[];
}

/** Fields for the first places, or one for another place. */
function AddPlaces({ path, fills, noun, slugs, count, typed }: AddPlacesProps) {
  const isEmpty = count === 0;
  return (
    <form method="get" action={path} class="inline-form">
      {slugs.map((slug) => (
        <input type="hidden" name="place" value={slug} />
      ))}
      {(isEmpty ? [`First ${noun}`, `Second ${noun}`, "Third, if you like"] : [`Add a ${noun}`]).map((label, index) => (
        <div class="field suggest" {...fills}>
          <label for={`add-${index}`}>{label}</label>
          <input
            id={`add-${index}`}
            name="add"
            type="search"
            maxlength={MAX_NAME_LENGTH}
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

interface ComparedProps {
  readonly places: readonly PlaceView[];
}

/** The scores of each place's year and of the year before. */
function SinceLastYear({ places }: ComparedProps) {
  const rows = places.map((place) => ({ place, change: yearChange(place, place.edition.moves) }));
  return (
    <section>
      <h2>Since the year before</h2>
      <Table
        class="figures"
        label="Scores of each place and of the year before"
        columns={[
          {
            heading: "Score",
            cell: ({ place }) => `${place.name}${gradedPlace(place).isOlder ? `, ${place.record.data_year}` : ""}`,
          },
          { heading: "Before", cell: ({ change }) => change?.score.before ?? "–" },
          { heading: "Now", cell: ({ place }) => place.record.safety_score },
          {
            heading: "Change",
            cell: ({ change }) => {
              if (change === null) return "–";
              const points = signed(change.score.after - change.score.before);
              return change.score.isUnusual ? <b>{points}</b> : points;
            },
          },
        ]}
        rows={rows}
      />
      <p class="small muted">A change in bold is more than chance and the usual change from year to year.</p>
      <ComparedSoFar places={places} />
    </section>
  );
}
