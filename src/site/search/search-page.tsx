/** @jsxImportSource hono/jsx */

import { STATE_EDITIONS } from "../../editions/table.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import type { ZipBasis } from "../../gazetteer/zip-table.ts";
import { CoveringAreaText } from "../browse/area-list.tsx";
import { Drawing } from "../charts/drawing.tsx";
import { onStates, STATES_BOX, StateShapes } from "../map/dot-map.tsx";
import { boundariesText, nearMap } from "../map/near-map.tsx";
import { renderPage } from "../ui/layout.tsx";
import { COUNTS, counted, number, percent } from "../ui/number.ts";
import { SearchBox } from "../ui/search-box.tsx";
import { URLS, urlIn, withQuery } from "../ui/urls.ts";
import { stateUrl } from "../view/addresses.ts";
import { AnswerList, GradeOf } from "./answer-list.tsx";
import type { SearchView } from "./load-search.ts";
import type { PlaceAnswer } from "./place-answer.ts";
import type { ReadAs, SearchAnswer } from "./search-answer.ts";

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
      if (answer.ofName === 1 && answer.state !== null) return `${answer.name} is a city and a state`;
      return `Which ${answer.name}?`;
    case "zip":
      return answer.shares.length === 1
        ? `${answer.zip} lies in one place`
        : `${answer.zip} lies in ${COUNTS[answer.shares.length] ?? number(answer.shares.length)} places`;
    case "nothing":
      return answer.readAs === "address" && answer.near.length > 0
        ? "In which place is it?"
        : `Nothing found for “${query}”`;
  }
}

function Shown({ answer, query }: SearchView) {
  switch (answer.is) {
    case "empty":
      return <p>Type a city, a state, a ZIP code, an address, or a latitude and a longitude.</p>;
    case "places":
      return <Places answer={answer} />;
    case "zip":
      return <Zip answer={answer} />;
    case "nothing":
      return <Nothing answer={answer} query={query} />;
  }
}

function Places({
  answer: { name, where, called, smaller, others, isCalled, ofName, total, state },
}: {
  readonly answer: Answer<"places">;
}) {
  const first = called[0] ?? smaller[0];
  return (
    <>
      <p role="status">
        {ofName === 0 ? (
          <>{counted(total, "place")} may be meant.</>
        ) : (
          <>
            <b>
              {isCalled
                ? `${counted(ofName, "place is", "places are")} called ${name}${where}`
                : `${counted(ofName, "place", "places")} may be meant by “${name}”${where}`}
              {called.length === ofName || ofName === 1
                ? ""
                : called.length === 0
                  ? ", none of them with figures of its own"
                  : `, ${called.length === 1 ? "one" : number(called.length)} of them with figures`}
              .
            </b>{" "}
            {ofName === 1 ? "" : "The largest first. "}
            {first === undefined ? "" : `With its state, such as “${first.name}”, it opens its page. `}
            {called.some(({ graded }) => graded !== null) ? "Scores: 0 to 100, the average 50." : ""}
          </>
        )}
      </p>
      <AnswerList places={called} isNumbered />
      {state === null ? null : (
        <ul class="rows answers">
          <li>
            <span>
              <a href={stateUrl(state)}>{stateName(state)}</a>
              <span class="small muted">State, with the list of its places</span>
            </span>
          </li>
        </ul>
      )}
      {others.length === 0 ? null : (
        <>
          <h2>{called.length + smaller.length === 0 ? "Names that have these words" : `${name} in the name`}</h2>
          <AnswerList places={others} />
        </>
      )}
      {called.length === 0 ? <AnswerList places={smaller} isNumbered /> : null}
      {smaller.length === 0 || called.length === 0 ? null : (
        <details>
          <summary>
            {counted(smaller.length, "more place", "more places")} called {name}, without figures of{" "}
            {smaller.length === 1 ? "its" : "their"} own
          </summary>
          <AnswerList places={smaller} />
        </details>
      )}
    </>
  );
}

const ZIP_BASES = {
  residents: "Shares of residents, 2020.",
  land: "Shares by land area, 2020, as no shares of residents are known here. Cities and villages are first, where people live closer together.",
  county_only: "No city or town has a known share of it, so only the county is known.",
  point: "It is for post-office boxes or one building, and has no area: this is where its point is.",
} as const satisfies Record<ZipBasis, string>;

function Zip({ answer: { zip, basis, shares, covered } }: { readonly answer: Answer<"zip"> }) {
  const ofWhat = basis === "residents" ? "residents" : "land";
  return (
    <>
      <p role="status">
        A ZIP code has no figures of its own.{" "}
        {shares.length === 0 ? `We do not know where ${zip} is.` : "This is where it lies:"}
      </p>
      <ul class="rows answers shares">
        {shares.map(({ place, share }) => (
          <li>
            <span>
              <a href={place.href}>{place.name}</a>
              <span class="small muted">{place.detail}</span>
              {basis === "residents" || basis === "land" ? (
                <span class="small share">
                  <svg class="sparkline" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
                    <rect class="track" width="100" height="12" y="4" />
                    <rect class="ink" width={(100 * share).toFixed(1)} height="12" y="4" />
                  </svg>
                  {percent(share)} of the ZIP code’s {ofWhat}
                </span>
              ) : null}
            </span>
            <GradeOf place={place} />
          </li>
        ))}
      </ul>
      <CoveringAreaText area={covered} />
      <p class="small muted">
        {ZIP_BASES[basis]} Not sure? Your city or town is on your property-tax or voting notice.
      </p>
    </>
  );
}

/** What else can be typed. */
const TYPE_INSTEAD = {
  zip: "Type the city instead, with its state.",
  point: "Type a latitude and a longitude in degrees, such as 39.96, −83.00.",
  address: "Type the city with its state, or the ZIP code alone.",
  name: "A street, a neighborhood, or a landmark has no figures: type its city or its ZIP code.",
} as const satisfies Record<ReadAs, string>;

function Nothing({ answer: { readAs, understood, missing, near }, query }: NothingProps) {
  const center = AROUND.exec(query)?.[1];
  return (
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
  );
}

interface NothingProps {
  readonly answer: Answer<"nothing">;
  readonly query: string;
}

/** "suburbs within 30 km of Denver", "towns near Dayton, OH". */
const AROUND = /\b(?:near|around|(?:km|kilometers|miles|mi) (?:of|from))\s+(\S.*)$/i;

function pointsOf(answer: SearchAnswer): readonly PlaceAnswer[] {
  return answer.is === "places" ? answer.called : [];
}

/** The places of a ZIP code beside each other. */
function ZipMap({ shares, ground }: Pick<Answer<"zip">, "shares" | "ground">) {
  const [first, ...others] = shares.flatMap(({ lines, place: { name, href, graded, point } }) =>
    point === null ? [] : [{ name: name.replace(/, [^,]*$/, ""), href, graded, lines, ...point }],
  );
  if (first === undefined || others.length === 0) return null;
  return (
    <section class="where">
      <h2>Where it is</h2>
      <Drawing
        {...nearMap({ label: "The places of the ZIP code. Each is a link.", marks: [first, ...others], ground })}
      />
      <p class="small muted">The letters are grades. {boundariesText([first, ...others])}</p>
    </section>
  );
}

/** Where the places of a list are, by their numbers. It says where, not how much crime. */
function WhereMap({ points }: { readonly points: readonly PlaceAnswer[] }) {
  const marks = points.flatMap(({ point, name }, index) => {
    const at = point && onStates(point);
    return at ? [{ at, name, text: String(index + 1) }] : [];
  });
  if (marks.length === 0) return null;
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
        {marks.toReversed().map(({ at: [x, y], text }) => (
          <g class="number-mark">
            <circle cx={x} cy={y} />
            <text class="band-name" x={x} y={y + 1}>
              {text}
            </text>
          </g>
        ))}
      </svg>
      <p class="small muted">By their numbers in the list. The map says where, not how much crime.</p>
    </section>
  );
}
