/** @jsxImportSource hono/jsx */
import { capitalized } from "../../base/capitalized.ts";
import type { NationEntry } from "../../figures/entries.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { type Against, againstOf, againstTitle, word } from "../compare/compare-verdict.ts";
import { type Column, column } from "../ui/columns.ts";
import { counted, number } from "../ui/number.ts";
import { URLS, withQuery } from "../ui/urls.ts";
import { compareUrl, slugsOf } from "../view/addresses.ts";
import { FIGURE_COLUMNS, type PlaceRow, PlacesTable, POPULATION, placeRow } from "../view/columns.tsx";
import { nationView } from "../view/nation-views.ts";
import type { PlaceView } from "../view/place-view.ts";

interface PeersProps {
  readonly places: NationPlaces;
  readonly place: NationEntry;
}

interface PeerRow extends PlaceRow {
  readonly against: string;
}

const AGAINST: Readonly<Record<Against, string>> = {
  higher: "higher",
  lower: "lower",
  alike: "cannot be told apart",
  unknown: "no range",
};

/** The places next to one in size, with what separates their scores, and its rank among those of its size. */
export function Peers({ places, place }: PeersProps) {
  const own = nationView(place, places.nation);
  const { nation, state } = places.peersOf(place);
  const peers = viewsOf(places, [...nation.larger, ...nation.smaller]);
  const others = viewsOf(places, [...state.larger, ...state.smaller]);
  const rank = places.rankOf(place);
  return (
    <section id="peers">
      <h2>{peersTitle(own, peers)}</h2>
      <p class="units">
        The five next larger and five next smaller.
        {rank === null
          ? ""
          : ` By score, ${own.name} is ${ordinal(rank.nation.rank)} of ${counted(rank.nation.of, "graded place")} of ${sizeText(rank.residents)}, and ${ordinal(rank.state.rank)} of ${number(rank.state.of)} in ${stateName(place.state)}.`}
      </p>
      <PeersTable own={own} peers={peers} caption={`Places of the size of ${own.name}`} />
      <p class="actions small">
        <a href={compareUrl(slugsOf([own, ...peers.slice(3, 7)]), URLS.nationCompare)}>Compare these places</a>
        <a href={withQuery(URLS.nationBrowse, { state: place.state.toLowerCase(), sort: "population" })}>
          All places in {stateName(place.state)}
        </a>
      </p>
      {others.length === 0 ? null : (
        <details>
          <summary>{stateName(place.state)} cities of similar size</summary>
          <PeersTable own={own} peers={others} caption={`${stateName(place.state)} cities of similar size`} />
        </details>
      )}
    </section>
  );
}

function viewsOf({ nation }: NationPlaces, entries: readonly NationEntry[]): readonly PlaceView[] {
  return entries.map((entry) => nationView(entry, nation));
}

function peersTitle(own: PlaceView, peers: readonly PlaceView[]): string {
  const places = `${word(peers.length)} places of similar size`;
  if (own.nextYear === null) return capitalized(places);
  return againstTitle(
    places,
    peers.map((peer) => againstOf(peer, own)),
    own.name,
  );
}

function PeersTable({
  own,
  peers,
  caption,
}: {
  readonly own: PlaceView;
  readonly peers: readonly PlaceView[];
  readonly caption: string;
}) {
  const rows = [own, ...peers]
    .toSorted((a, b) => b.record.safety_score - a.record.safety_score)
    .map(
      (view): PeerRow => ({
        ...placeRow(view),
        name: view.fullName,
        against: view === own ? "" : AGAINST[againstOf(view, own)],
      }),
    );
  const against: Column<PeerRow> = column("against", `Against ${own.name}`, (row) => row.against, { class: "words" });
  const [name, score, next, violent, property] = FIGURE_COLUMNS.cities;
  return (
    <PlacesTable
      caption={caption}
      columns={[name, score, next, against, violent, property, POPULATION]}
      rows={rows}
      own={own.fullName}
    />
  );
}

function sizeText({ min, max }: { readonly min: number; readonly max: number | null }): string {
  return max === null ? `${number(min)} residents or more` : `${number(min)} to ${number(max)} residents`;
}

function ordinal(value: number): string {
  const ending = value % 100 >= 11 && value % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th");
  return `${number(value)}${ending}`;
}
