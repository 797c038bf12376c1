import { CALIFORNIA, type Edition } from "../../domain/edition.ts";
import type { LowClass, RatedPlace, ScoreRange, Snapshot, SnapshotPlace, Trend } from "../../domain/snapshot.ts";
import type { Moves } from "../../domain/year-change.ts";
import { gradedPlace } from "../ui/plate.tsx";
import { sourceLine, TREND_SOURCE } from "../ui/source-line.ts";
import { measureUrl } from "./measure-url.ts";
import { type PlaceRow, ratesOf } from "./place-columns.tsx";
import { placeNameOf } from "./place-name.ts";
import { compareSlug, compareUrl, placePath } from "./place-url.ts";

/** What the parts of a place's page say about its edition. */
interface ShownEdition {
  readonly words: Edition;
  /** Of what scores 50. */
  readonly trend: Trend;
  readonly moves: Moves;
  readonly dataYear: number;
  /** Where the figures of a year come from, and those of all years. */
  readonly source: (year: number) => string;
  readonly trendSource: string;
  /** On a plate, beside the score. */
  readonly scale: string;
  /** After a score in a sentence, unless the contract's edition is meant. */
  readonly against: string;
}

/** A place with a record, of any edition, as the parts of its page take it. */
export interface ShownPlace extends RatedPlace {
  readonly record: RatedPlace["record"] & { readonly crime_rate_per_1k: number };
  readonly edition: ShownEdition;
  readonly name: string;
  /** As a form or a search understands it: "Austin, TX". */
  readonly fullName: string;
  readonly kind: "city" | "county";
  readonly county: string | null;
  /** What it lies in: "Travis County, Texas". */
  readonly where: string;
  readonly path: string;
  /** In the URL of a comparison. */
  readonly slug: string;
  readonly compareUrl: string;
  /** The page of the chart of a measure. */
  readonly chartOf: (measure: string) => string;
  /** Only where the edition knows them. */
  readonly lowClasses?: readonly LowClass[];
  /** null where its width is not known. */
  readonly nextYear: ScoreRange | null;
}

export function californiaPlace(place: SnapshotPlace, snapshot: Snapshot): ShownPlace {
  const { record, rating, offenses, trend, cautions, intervals, lowClasses } = place;
  const name = placeNameOf(record);
  return {
    ...{ record, rating, offenses, trend, cautions, lowClasses, name },
    edition: {
      words: CALIFORNIA,
      trend: snapshot.state.trend,
      moves: snapshot,
      dataYear: snapshot.dataYear,
      source: sourceLine,
      trendSource: TREND_SOURCE,
      scale: "/100",
      against: "",
    },
    fullName: name,
    kind: "city" in record ? "city" : "county",
    county: record.county,
    where: "city" in record ? `${record.county}, ${CALIFORNIA.name}` : CALIFORNIA.name,
    path: placePath(place),
    slug: compareSlug(record),
    compareUrl: compareUrl([compareSlug(record)]),
    chartOf: (measure) => measureUrl(compareSlug(record), measure),
    nextYear: intervals.nextYear,
  };
}

/** The place in a table. */
export function shownRow(place: ShownPlace): PlaceRow {
  const { record, kind, county, name, path, nextYear } = place;
  return {
    ...{ id: path, name, href: path, record },
    county: kind === "city" ? county : null,
    population: record.population,
    graded: gradedPlace(place),
    next: nextYear,
    ...ratesOf(place),
  };
}
