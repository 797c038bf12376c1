/** @jsxImportSource hono/jsx */
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import { ChartFigure } from "../charts/chart.tsx";
import { ASSETS } from "../ui/assets.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { renderPage } from "../ui/layout.tsx";
import { URLS } from "../ui/urls.ts";
import { comparisonChart } from "./compare-chart.tsx";
import { COMPARED, type CompareView, comparedPlaces } from "./compare-data.ts";
import { CannotSay, SinceLastYear } from "./compare-sections.tsx";
import { COUNTS, listed } from "./compare-verdict.ts";
import { compareQueryOf, compareUrl } from "./place-url.ts";
import { ReportLink } from "./report-link.tsx";
import { MissedNames } from "./search/search-page.tsx";
import { compareCardUrl, compareShare } from "./share/share-section.tsx";
import type { EditionPlaces } from "./shown-place.ts";

/** `/explore/compare?place=irvine&place=fresno`: two to five places in one picture. */
export function comparePage({ from, places, absent, nation, missed }: CompareView): string {
  const { edition, noun, dataset } = from;
  const { compare: path, strip } = edition;
  const slugs = [...places, ...absent].map(({ slug }) => slug);
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
      ...(strip ? { edition: strip } : {}),
      printed: strip ? "unitedStates" : "california",
    },
    <>
      <div class="page-head">
        <h1>{title}</h1>
        {count === COMPARED.most ? null : (
          <AddPlaces path={path} noun={noun} slugs={slugs} count={count} typed={missed.map(({ name }) => name)} />
        )}
      </div>
      {count === 0 ? <ExamplePairs {...from} /> : null}
      {count === 1 && first ? (
        <p>
          Add another {noun} to compare {first.name} with.
        </p>
      ) : null}
      {count === COMPARED.most ? <p>You can compare up to five places. Remove one to add another.</p> : null}
      <MissedNames noun={noun} missed={missed} />
      {absent.map(({ fullName: name, slug, path: href, detail }) => (
        <div class="message">
          <p>
            <a href={href}>{name}</a> has no record to compare. {detail}. <a href={without(slug)}>Remove {name}</a>
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
function ExamplePairs({ examples, placeOf, edition }: EditionPlaces) {
  const pairs = examples.map((slugs) => comparedPlaces(slugs.flatMap((slug) => placeOf(slug) ?? [])));
  return (
    <>
      <p>Choose two to five places, for example:</p>
      <ul>
        {pairs
          .filter(({ length }) => length === COMPARED.least)
          .map((pair) => (
            <li>
              <a href={edition.compare + compareQueryOf(pair.map(({ slug }) => slug))}>{listed(pair)}</a>
            </li>
          ))}
      </ul>
    </>
  );
}

interface AddPlacesProps extends Pick<EditionPlaces, "noun"> {
  readonly path: string;
  readonly slugs: readonly string[];
  readonly count: number;
  /** Names that match no place. */
  readonly typed: readonly string[];
}

/** Fields for the first places, or one for another place. */
function AddPlaces({ path, noun, slugs, count, typed }: AddPlacesProps) {
  const isEmpty = count === 0;
  return (
    <form method="get" action={path} class="inline-form">
      {slugs.map((slug) => (
        <input type="hidden" name="place" value={slug} />
      ))}
      {(isEmpty ? [`First ${noun}`, `Second ${noun}`, "Third, if you like"] : [`Add a ${noun}`]).map((label, index) => (
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
