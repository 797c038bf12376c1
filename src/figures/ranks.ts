import type { PlaceData } from "../domain/place.ts";
import type { Rank } from "../domain/rank.ts";
import { isRanked, type SizeClass, sizeClassOf } from "../domain/size-class.ts";
import type { NationEntry } from "./entries.ts";

/** Places on each side of one in a list of peers. */
const PEERS_PER_SIDE = 5;

/** The places that come before and after one by residents, the largest first. */
export interface Peers<Entry = NationEntry> {
  readonly larger: readonly Entry[];
  readonly smaller: readonly Entry[];
}

type FiguresOf = (entry: NationEntry) => PlaceData;
type FiguredEntry = PlaceData & { readonly entry: NationEntry };

/** The rank of each place among those of its size, and the places next to it in size: in the nation and in its state. */
export function createRanks(entries: readonly NationEntry[], figuresOf: FiguresOf) {
  const figured = entries.map((entry) => ({ entry, ...figuresOf(entry) }));
  const inNation = ladders(figured, figuresOf);
  const inStates = new Map(
    [...Map.groupBy(figured, ({ entry }) => entry.state)].map(([state, own]) => [state, ladders(own, figuresOf)]),
  );
  const stateOf = (entry: NationEntry) => {
    const own = inStates.get(entry.state);
    if (own === undefined) throw new RangeError(`${entry.name}, ${entry.state} is not an entry of the dataset`);
    return own;
  };
  return {
    /** null for a place too small for a rank. */
    rankOf(entry: NationEntry): Rank | null {
      const residents = sizeClassOf(figuresOf(entry).population);
      if (residents === undefined || !isRanked(residents)) return null;
      return {
        residents,
        nation: inNation.position(entry, residents),
        state: stateOf(entry).position(entry, residents),
      };
    },
    peersOf: (entry: NationEntry): Readonly<Record<"nation" | "state", Peers>> => ({
      state: stateOf(entry).peers(entry),
      nation: inNation.peers(entry),
    }),
  };
}

/** Entries by their residents, and by their scores in each class of size. */
function ladders(figured: readonly FiguredEntry[], figuresOf: FiguresOf) {
  const bySize = figured.toSorted((a, b) => b.population - a.population).map(({ entry }) => entry);
  const scores = Map.groupBy(figured, ({ population }) => sizeClassOf(population));
  const ranks = new Map([...scores].map(([size, own]) => [size, { of: own.length, byScore: ranksByScore(own) }]));
  return {
    position(entry: NationEntry, size: SizeClass) {
      const { of = 0, byScore } = ranks.get(size) ?? {};
      return { rank: byScore?.[figuresOf(entry).safety_score] ?? 1, of };
    },
    peers(entry: NationEntry): Peers {
      const at = bySize.indexOf(entry);
      return {
        larger: bySize.slice(Math.max(0, at - PEERS_PER_SIDE), at),
        smaller: bySize.slice(at + 1, at + 1 + PEERS_PER_SIDE),
      };
    },
  };
}

/** The rank of each score, 1 for the highest. After places that share a rank, as many ranks are left out. */
function ranksByScore(places: readonly PlaceData[]): Uint16Array {
  const scores = Uint8Array.from(places, ({ safety_score }) => safety_score).sort();
  const ranks = new Uint16Array((scores.at(-1) ?? 0) + 1);
  for (const [index, score] of scores.entries()) ranks[score] = scores.length - index;
  return ranks;
}
