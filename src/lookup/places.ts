import type { Typed } from "../base/text.ts";
import type { PageResult } from "../domain/place.ts";
import type { PlacesQuery } from "../domain/place-query.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import type { Dataset, NationDataset } from "../figures/dataset.ts";

/** A record applies if a place has nine tenths of a ZIP code or of a named area (decisions 8). */
export const MIN_SHARE = 0.9;

/** A name to find: of a city or town, or of a county, in a state. */
export interface AskedName {
  readonly kind: "city" | "county";
  readonly state: StateCode;
  readonly name: Typed;
}

/** The datasets of nations, which an explanation of a place in a state may mention. */
export interface Beside {
  readonly nations: readonly Pick<NationDataset, "ofGeoid">[];
}

/** A place of a dataset, with or without a record. `entry` is what the file has of it. */
export interface KnownPlace<Entry = object> {
  readonly entry: Entry;
  /** The answer with its record; undefined without one. */
  readonly answer: PrebuiltAnswer | undefined;
  /** The same, with a hint at another place of the name; only where names of two places are known. */
  answerBeside?(also: KnownPlace<Entry>): PrebuiltAnswer | undefined;
  /** What explains its score, also by what other editions say of it; undefined without a record. */
  readonly explanation: (beside: Beside) => object | undefined;
  /** Its years; undefined if it has none of its own. */
  readonly history: () => object | undefined;
  /** The places next to it in size; undefined without a record, and where the edition does not rank. */
  readonly peers: () => object | undefined;
  /** Its months after the data year; undefined if it has none. */
  readonly months: () => object | undefined;
}

/** What a name means. */
export type Meaning<Entry = object> =
  /** `also` is another place of the name that comes after it: the town around a city. */
  | { readonly is: "one"; readonly place: KnownPlace<Entry>; readonly also: KnownPlace<Entry> | null }
  /** Namesakes, the largest first. */
  | { readonly is: "several"; readonly places: readonly KnownPlace<Entry>[] }
  /** A part of a place, whose figures it shares. */
  | { readonly is: "part"; readonly name: string; readonly of: KnownPlace<Entry> }
  /** The state that was asked for. */
  | { readonly is: "state" }
  /** `near` are places that would be meant without what contradicts them. */
  | {
      readonly is: "none";
      readonly near: readonly KnownPlace<Entry>[];
      readonly contradiction: "county" | "zip" | "kind" | "state" | null;
    };

/** A list of places: those of a text, of a state, of a county, or around a point, as far as the edition has them. */
export interface ListQuery extends PlacesQuery {
  readonly state?: StateCode;
  readonly min_population?: number;
}

/** What finds places by more than a whole name. It is made on first use: lookups of names do not need it. */
export interface PlaceIndex {
  /** One page of the places that match. Its running time is bounded for any query. */
  list(query: ListQuery): PageResult<object>;
}

/** The places of an edition: its dataset, and the ways to its places. Immutable: a new dataset gets new ones. */
export interface PlacesOfEdition extends Dataset {
  /** What a name means, in any spelling. Nothing is guessed. */
  find(asked: AskedName): Meaning;
  /** What helps after a name without a record, as members of the answer; empty if the edition does not explain it. */
  missed(asked: AskedName): object;
  index(): Promise<PlaceIndex>;
}
