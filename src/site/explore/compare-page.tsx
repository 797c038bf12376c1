/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Place } from "../../domain/place.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { renderPage } from "../layout.tsx";
import { number } from "../number.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { GradeScore, type PlaceRow } from "./place-table.tsx";
import { citySlug, countySlug } from "./place-url.ts";
import { FoundPlaces } from "./search/search-page.tsx";
import { sourceLine } from "./source-line.ts";
import { Downloads } from "./table-filter.tsx";

export const COMPARED = { least: 2, most: 5 } as const;

/** A place in the URL: a city by its slug, a county by its slug with the word "county" after it. */
export function compareSlug({ name, county }: Pick<PlaceRow, "name" | "county">): string {
  return county === null ? `${countySlug(name)}-county` : citySlug(name);
}

export function compareUrl(slugs: readonly string[], path: string = URLS.compare): string {
  return slugs.length === 0
    ? path
    : `${path}?${new URLSearchParams(slugs.map((slug): [string, string] => ["place", slug]))}`;
}

interface CompareView {
  readonly snapshot: Snapshot;
  readonly rows: readonly PlaceRow[];
  /** Text that matched no place, with suggestions. */
  readonly missed?: { readonly name: string; readonly places: readonly Place[] };
}

interface ComparedMeasure {
  readonly name: string;
  readonly cell: (row: PlaceRow) => Child;
}

const MEASURES: readonly ComparedMeasure[] = [
  {
    name: "Grade and score",
    cell: ({ record }) => (
      <>
        <GradeScore record={record} />, {record.data_year}
      </>
    ),
  },
  { name: "Score next year, 8 times in 10", cell: ({ interval }) => `${interval.low} to ${interval.high}` },
  { name: "Violent offenses per 1,000 residents", cell: ({ violent }) => violent.toFixed(1) },
  { name: "Property offenses per 1,000 residents", cell: ({ property }) => property.toFixed(1) },
  { name: "All offenses per 1,000 residents", cell: ({ record }) => record.crime_rate_per_1k.toFixed(1) },
  { name: "Against California", cell: ({ record }) => record.comparison },
  { name: "Residents", cell: ({ population }) => number(population) },
];

/** `/explore/compare?place=irvine&place=fresno`: two to five places side by side. */
export function comparePage({ snapshot, rows, missed }: CompareView): string {
  const names = rows.map(({ name }) => name);
  const slugs = rows.map(compareSlug);
  const title = rows.length < COMPARED.least ? "Compare places" : `Compare ${listed(names)}`;
  return renderPage(
    {
      title,
      path: URLS.compare,
      description: "Compare the grades, scores, and rates of places side by side.",
    },
    <>
      <h1>{title}</h1>
      {rows.length === 0 ? <p>Choose two to five cities or counties.</p> : null}
      {rows.length === 1 ? <p>Add another city or county to compare {names[0]} with.</p> : null}
      {missed ? (
        <div class="message error" role="alert">
          <p>
            No graded city or county is called “{missed.name}”.
            {missed.places.length > 0 ? " Did you mean one of these?" : ""}
          </p>
          <FoundPlaces places={missed.places} />
        </div>
      ) : null}
      {rows.length === COMPARED.most ? (
        <p>You can compare up to five places. Remove one to add another.</p>
      ) : (
        <form method="get" action={URLS.compare} class="inline-form" data-suggest={URLS.suggestions} data-fills>
          {slugs.map((slug) => (
            <input type="hidden" name="place" value={slug} />
          ))}
          <div class="field suggest">
            <label for="add">Add a city or county</label>
            <input id="add" name="add" type="search" maxlength={MAX_QUERY_LENGTH} autocomplete="off" required />
          </div>
          <button type="submit" class={rows.length < COMPARED.least ? "primary" : undefined}>
            Add
          </button>
        </form>
      )}
      {rows.length === 0 ? null : (
        <>
          <ScrollBox label="Places side by side">
            <table class="compare">
              <caption class="visually-hidden">Figures of {listed(names)}</caption>
              <thead>
                <tr>
                  <td />
                  {rows.map(({ name, href }) => (
                    <th scope="col">
                      <a href={href}>{name}</a>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {MEASURES.map((measure) => (
                  <tr>
                    <th scope="row">{measure.name}</th>
                    {rows.map((row) => (
                      <td data-label={row.name}>
                        <span>{measure.cell(row)}</span>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
          <ul class="plain">
            {rows.map(({ name, href }, index) => (
              <li>
                <a href={href}>{name}</a> · <a href={compareUrl(slugs.toSpliced(index, 1))}>Remove {name}</a>
              </li>
            ))}
          </ul>
          <Downloads urlOf={(format) => compareUrl(slugs, `${URLS.compare}.${format}`)} />
          <p>
            If two ranges overlap, a difference of a point or two means little. Rates are per resident: places with many
            visitors look worse than they are for the people who live there.
          </p>
        </>
      )}
      <p class="small muted">Source: {sourceLine(snapshot.dataYear)}</p>
    </>,
  );
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en-US").format(names);
}
