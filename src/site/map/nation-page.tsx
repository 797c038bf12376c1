/** @jsxImportSource hono/jsx */

import { STATE_EDITIONS } from "../../editions/table.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { ChartFigure } from "../charts/chart.tsx";
import type { NationData } from "../http/page.ts";
import { nationScoreChart } from "../measure/score-chart.tsx";
import { ASSETS } from "../ui/assets.ts";
import { renderPage } from "../ui/layout.tsx";
import { number, percent } from "../ui/number.ts";
import { SearchBox } from "../ui/search-box.tsx";
import { URLS, urlIn } from "../ui/urls.ts";
import { NATION_ABSENCES } from "../view/absence-names.ts";
import { stateUrl } from "../view/addresses.ts";
import { FEW_COVERED, nationEdition, shareOf } from "../view/nation-views.ts";
import { dotMapChart } from "./dot-map.tsx";
import { NationSoFar } from "./nation-so-far.tsx";

/** `/us`: how much of the country is here, the search, the map, ways to find places, and the states. */
export function nationPage({ places, dataset }: NationData): string {
  const { statistics, edition } = places;
  const share = percent(shareOf(statistics));
  const { data_year: year, places: graded, absent } = statistics;
  const size = `${number(graded)} cities and towns of ${number(edition.fewestResidents)} residents or more`;
  return renderPage(
    {
      title: `The United States, ${year}`,
      description: `Safety scores of ${size} in all states, compared with ${edition.average}, ${year}.`,
      path: URLS.nation,
      edition: nationEdition(places.nation),
    },
    <>
      <h1>We have grades for places where {share} of Americans live</h1>
      <p class="lead">
        {size}, graded against {edition.average} of {year}. Another {number(absent)} have no grade, and each page says
        why.
      </p>
      <SearchBox id="us-q" />
      <div class="overview">
        <section>
          <a class="skip" href="#after-map">
            Skip the map
          </a>
          <ChartFigure chart={dotMapChart(places)} dataset={dataset} />
          <ChartFigure chart={nationScoreChart(places)} dataset={dataset} />
        </section>
        <div id="after-map">
          <NationSoFar places={places} />
          <section>
            <h2>Find places</h2>
            <Ways places={places} />
          </section>
        </div>
      </div>
      <h2 id="states">Choose a state</h2>
      <a class="skip" href="#other-half">
        Skip the states
      </a>
      <p class="units">Graded places in each state. A state itself has no grade.</p>
      <ul class="states-list">
        {places.states.states.map(({ state, name, places: count }) => (
          <li>
            <a href={stateUrl(state)}>{name}</a> <span>{number(count)}</span>
          </li>
        ))}
      </ul>
      <div class="columns">
        <OtherHalf places={places} />
        <section class="ruled">
          <Reasons places={places} />
        </section>
      </div>
      <script src={ASSETS.map.url} defer />
    </>,
  );
}

/** Each way to find a place, with what it offers. */
function Ways({ places: { statistics, nation } }: Pick<NationData, "places">) {
  const areas = nation.areas.length;
  const ways = [
    [URLS.nationBrowse, "Browse all places", "sort by rate, size, change"],
    [URLS.nationNear, "Near a town or ZIP code", "list and map"],
    [URLS.nationCompare, "Compare places", "two to five, of any states"],
    [`${URLS.nationCoverage}#areas`, "Areas policed by a county", `${number(areas)}, by state`],
    [URLS.nationCoverage, "Places without a grade", `${number(statistics.absent)}, with reasons`],
    ...STATE_EDITIONS.map((edition) => [
      urlIn(edition, URLS.explore),
      `${edition.possessive} own edition`,
      "all cities, towns, and counties",
    ]),
  ];
  return (
    <ul class="rows">
      {ways.map(([href, text, detail]) => (
        <li>
          <a href={href}>{text}</a>
          <span class="small muted">{detail}</span>
        </li>
      ))}
    </ul>
  );
}

/** Why so many residents are in no graded place. */
function OtherHalf({ places: { states, edition } }: Pick<NationData, "places">) {
  const few = states.states.filter((state) => shareOf(state) < FEW_COVERED).length;
  return (
    <section class="ruled" id="other-half">
      <h2>Where the other half lives</h2>
      <p>
        Many Americans live outside city limits, where a sheriff or county police reports for a whole area, or in places
        smaller than {number(edition.fewestResidents)}. In {few} states, fewer than 3 of 10 residents live in a graded
        place. <a href={URLS.nationCoverage}>Coverage by state</a>
      </p>
    </section>
  );
}

/** How many places are absent for which reason. */
export function Reasons({ places: { nation } }: { readonly places: NationPlaces }) {
  const byReason = [...Map.groupBy(nation.absent, ({ reason }) => reason)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return (
    <>
      <h2>Why {number(nation.absent.length)} places have no grade</h2>
      <ul class="rows answers">
        {byReason.map(([reason, absent]) => (
          <li>
            {NATION_ABSENCES[reason].name} <b>{number(absent.length)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
