/** @jsxImportSource hono/jsx */

import { STATE_EDITIONS } from "../../editions/table.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import { apart, Leader } from "../map/apart.tsx";
import { onStates, STATES_BOX, StateShapes } from "../map/dot-map.tsx";
import { renderPage } from "../ui/layout.tsx";
import { COUNTS, counted, number } from "../ui/number.ts";
import { SearchBox } from "../ui/search-box.tsx";
import { URLS, urlIn, withQuery } from "../ui/urls.ts";
import { stateUrl } from "../view/addresses.ts";
import { AnswerList } from "./answer-list.tsx";
import type { SearchView } from "./load-search.ts";
import type { PlaceAnswer } from "./place-answer.ts";
import { AROUND, type NameInState, type ReadAs, type SearchAnswer } from "./search-answer.ts";
import { ZipMap, ZipPlaces, zipTitle } from "./zip-answer.tsx";

type Answer<Is> = Extract<SearchAnswer, { readonly is: Is }>;

/** `/search`: what was typed may be several places, a ZIP code in several places, or nothing. */
export function searchPage({ query, answer }: SearchView): string {
  return renderPage(
    { title: query === "" ? "Search" : `Search: ${query}`, path: URLS.search, unlisted: true },
    <div class="search-page">
      <section>
        <h1>{titleOf(query, answer)}</h1>
        <SearchBox id="q" value={query} />
        <Shown answer={answer} query={query} />
      </section>
      {answer.is === "zip" ? <ZipMap {...answer} /> : <WhereMap points={pointsOf(answer)} />}
    </div>,
  );
}

function titleOf(query: string, answer: SearchAnswer): string {
  switch (answer.is) {
    case "empty":
      return "Look up a place";
    case "places":
      if (answer.ofName === 0) return `Places like “${answer.name}”`;
      if (answer.ofName === 1 && answer.state !== null)
        return answer.isCalled ? `${answer.name} is a city and a state` : `“${answer.name}” may be a city or a state`;
      return `Which ${answer.name}?`;
    case "zip":
      return zipTitle(answer);
    case "nothing":
      return answer.near.length === 0 ? `Nothing found for “${query}”` : NEAR_TITLES[answer.readAs](query.trim());
  }
}

/** Above places that may be meant. */
const NEAR_TITLES = {
  address: () => "In which place is it?",
  kind: (query) => `No place is called “${query}”`,
  names: () => "Which of these?",
  name: (query) => `No place is called “${query}”`,
  zip: (query) => `Nothing found for “${query}”`,
  point: () => "In none of the places",
} as const satisfies Record<ReadAs, (query: string) => string>;

function Shown({ answer, query }: SearchView) {
  switch (answer.is) {
    case "empty":
      return <p>Type a city, a state, a ZIP code, an address, or a latitude and longitude.</p>;
    case "places":
      return <Places answer={answer} />;
    case "zip":
      return <ZipPlaces {...answer} />;
    case "nothing":
      return <Nothing answer={answer} query={query} />;
  }
}

function Places({
  answer: { name, where, called, smaller, others, isCalled, ofName, total, state },
}: {
  readonly answer: Answer<"places">;
}) {
  // A name that two places of a state have does not open a page.
  const isOnly = (place: PlaceAnswer) => called.every((other) => other === place || other.name !== place.name);
  const first = where === "" ? called.find((place) => place.name.startsWith(name) && isOnly(place)) : undefined;
  const graded = called.filter((place) => place.graded !== null).length;
  return (
    <>
      <p role="status">
        {ofName === 0 ? (
          <>{counted(total, "name is", "names are")} similar.</>
        ) : (
          <>
            <b>
              {isCalled
                ? `${counted(ofName, "place is", "places are")} called ${name}${where}`
                : `${counted(ofName, "place", "places")} may be meant by “${name}”${where}`}
              {ofName === 1 || graded === ofName || (graded === 0 && called.length === ofName)
                ? ""
                : `, ${graded === 0 ? "none" : (COUNTS[graded] ?? number(graded))} of them with a grade`}
              .
            </b>{" "}
            {ofName === 1 ? "" : "Largest first. "}
            {first === undefined ? "" : `Add the state to open a page: “${first.name}”. `}
            {called.some(({ graded }) => graded !== null)
              ? "Scores run from 0 to 100; the national average is 50."
              : ""}
          </>
        )}
      </p>
      <AnswerList
        places={called}
        isNumbered
        second={
          state === null ? null : (
            <li class="apart">
              <span>
                <a href={stateUrl(state)}>{stateName(state)}</a>
                <span class="small muted">State, with the list of its places</span>
              </span>
            </li>
          )
        }
      />
      {others.length === 0 ? null : (
        <>
          <h2>{called.length === 0 ? "Similar names" : othersTitle(name, others)}</h2>
          <AnswerList places={others} />
        </>
      )}
      {smaller.length === 0 ? null : (
        <details>
          <summary>
            {counted(smaller.length, "more place", "more places")} called {name}, without figures of{" "}
            {smaller.length === 1 ? "its" : "their"} own
          </summary>
          <AnswerList places={smaller} />
        </details>
      )}
      <p class="small muted">Not here? A neighborhood has no figures of its own: type its city or its ZIP code.</p>
    </>
  );
}

function othersTitle(name: string, others: readonly PlaceAnswer[]): string {
  const own = name.toLowerCase();
  const isInAll = others.every((place) => place.name.toLowerCase().includes(own));
  return isInAll ? `${name} in the name` : "Similar names";
}

/** What else can be typed. */
const TYPE_INSTEAD = {
  zip: "Type the city instead, with its state.",
  point: "Type a latitude and a longitude in degrees, such as 39.96, −83.00.",
  address: "Type the city with its state, or the ZIP code alone.",
  kind: "Type the name without its kind.",
  names: "Type one of the names.",
  name: "A neighborhood, a street, or a landmark has no figures of its own: type its city or its ZIP code.",
} as const satisfies Record<ReadAs, string>;

function Nothing({ answer: { readAs, understood, missing, near, inState }, query }: NothingProps) {
  const center = AROUND.exec(query)?.[1];
  return (
    <>
      <div class="empty">
        <p role="status">
          {understood} {missing}
        </p>
        {center === undefined ? null : (
          <p>
            <a href={withQuery(URLS.nationNear, { q: center })}>All places around {center}</a>, on a map and in a list.
          </p>
        )}
        {near.length > 0 ? (
          <AnswerList places={near} />
        ) : (
          <>
            <p>{TYPE_INSTEAD[readAs]}</p>
            <p>
              Or find a place by <a href={`${URLS.nation}#states`}>its state</a>,{" "}
              <a href={URLS.nationNear}>around another place</a>
              {STATE_EDITIONS.map((edition) => (
                <>
                  , or <a href={urlIn(edition, URLS.browse)}>in {edition.name}</a>
                </>
              ))}
              .
            </p>
          </>
        )}
      </div>
      {inState === undefined ? null : <InState {...inState} />}
    </>
  );
}

/** Where a name that no place of its state has may be. */
function InState({ state, name, largest, elsewhere }: NameInState) {
  return (
    <>
      {largest.length === 0 ? null : (
        <>
          <h2>The largest places in {stateName(state)}</h2>
          <AnswerList places={largest} />
          <p>
            <a href={stateUrl(state)}>All places in {stateName(state)}</a>
          </p>
        </>
      )}
      {elsewhere.length === 0 ? null : (
        <>
          <h2>Places called {name} in other states</h2>
          <AnswerList places={elsewhere} />
        </>
      )}
    </>
  );
}

interface NothingProps {
  readonly answer: Answer<"nothing">;
  readonly query: string;
}

function pointsOf(answer: SearchAnswer): readonly PlaceAnswer[] {
  return answer.is === "places" ? answer.called : [];
}

/** The width of a number with its circle, where the map is smallest. */
const PIN = 104;

/** Where the places of a list are, by their numbers. It says where, not how much crime. */
function WhereMap({ points }: { readonly points: readonly PlaceAnswer[] }) {
  const marks = points.flatMap(({ point, name }, index) => {
    const at = point && onStates(point);
    return at ? [{ at, name, text: String(index + 1) }] : [];
  });
  if (marks.length === 0) return null;
  const pins = apart(
    marks.map(({ at }) => at),
    [PIN, PIN],
  );
  const { left, top, width, height } = STATES_BOX;
  return (
    <section class="where">
      <h2>Where {points.length === 1 ? "it is" : "they are"}</h2>
      <svg
        class="map"
        role="img"
        aria-label={`Map of the United States: ${marks.map(({ text, name }) => `${text} ${name}`).join(", ")}`}
        width={width / 3}
        viewBox={`${left} ${top} ${width} ${height}`}
      >
        <StateShapes />
        {marks.map(({ at }, index) => (
          <Leader from={at} to={pins[index] ?? at} least={PIN / 2} />
        ))}
        {marks.map(({ at, text }, index) => {
          const [x, y] = (pins[index] ?? at).map(Math.round);
          return (
            <g class="number-mark">
              <circle cx={x} cy={y} />
              <text class="band-name" x={x} y={(y ?? 0) + 1}>
                {text}
              </text>
            </g>
          );
        })}
      </svg>
      <p class="small muted">Numbers are those of the list. The map shows where, not how much crime.</p>
    </section>
  );
}
