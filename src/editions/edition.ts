import { capitalized } from "../base/capitalized.ts";
import type { StateCode } from "./us-states.ts";

/** A dataset with a yardstick, which scores 50, and what is said about it. Plain data: threads and tests copy it. */
export type Edition = StateEdition | NationEdition;

interface EditionOf<Kind> {
  /** Whether its dataset has the cities and counties of a state, or places in states. */
  readonly kind: Kind;
  readonly name: string;
  readonly possessive: string;
  /** As the contract writes it in `comparison`. */
  readonly abbreviation: string;
  /** The name alone, where no sentence surrounds it. */
  readonly title: string;
  /** At the end of a line, and after a rate: "Nation". */
  readonly shortTitle: string;
  /** In sentences: "the national average", "the national rate". */
  readonly average: string;
  readonly rate: string;
  /** Whether pages, grades, and lines name it, to tell it apart from the contract's edition. */
  readonly isNamed: boolean;
  /** Breaks in the series of every place, oldest first. They must be shown wherever a series crosses one. */
  readonly breaks: readonly SeriesBreak[];
  /** On each sheet of a printed brief. Without quotes: the style sheet has it. */
  readonly printed: string;
  /** Where the figures of all years come from. */
  readonly trendSource: string;
  /** Whether people check it, as a sentence. */
  readonly review: string;
  /** Pairs to compare, as their addresses name the places. */
  readonly examples: readonly (readonly [string, string])[];
  /** Whose counts its places have, and how an explanation says it. */
  readonly counts: { readonly source: string; readonly provenance: string };
  /** The part after `/v1` in the paths of its operations. The edition of the contract has none. */
  readonly path: "" | `/${string}`;
  /** How a path names a place: by its name alone, or after its state. */
  readonly naming: "place" | "state and place";
  /** Whether lookups ignore query parameters that they do not know, as the contract says, or refuse them. */
  readonly ignoresParameters: boolean;
  /** Whether an answer without a record says why, and which places may be meant. */
  readonly explainsMisses: boolean;
  /** Its dataset, in `data`. */
  readonly file: string;
}

/** The first year whose figures are not comparable with earlier years. */
export interface SeriesBreak {
  readonly year: number;
  readonly name: string;
  readonly text: string;
  /** Only populations differ: counts before and after are comparable. */
  readonly isOfPopulation?: true;
  /** The measures that it touches, by their keys in the address of a chart; without them, all. */
  readonly measures?: readonly string[];
  /** Why no place has a complete year then: the edition leaves the year out. */
  readonly leftOut?: string;
}

/** An edition of places in states. */
export interface NationEdition extends EditionOf<"nation"> {
  /** A place that never had so many residents in a year of the tables is not in the dataset. */
  readonly fewestResidents: number;
  /** Whose counts the areas of county departments have, and where their residents come from, as a sentence. */
  readonly areas: { readonly source: string; readonly residents: string };
  /** The edition whose counts, residents, and complete years the places of its state have. */
  readonly includes: StateEdition;
}

/** Degrees (WGS 84). */
type Box = Readonly<Record<"west" | "east" | "south" | "north", number>>;

/** An edition of the cities and counties of a state. */
export interface StateEdition extends EditionOf<"state"> {
  readonly abbreviation: StateCode;
  /** FIPS 5-2: the first digits of each county code and of each GEOID of a place. */
  readonly fips: string;
  /** Patterns, on folded text, for the state after a place's name in an address. */
  readonly inAddress: string;
  /** Pattern of the first five digits of its ZIP codes. */
  readonly zip: string;
  /** Around its land. A point outside it is an error in a file. */
  readonly landBox: Box;
  /** Around its boundaries, which extend into coastal water. */
  readonly waterBox: Box;
  /** Its own equal-area projection (Albers), in degrees. */
  readonly projection: Readonly<{ meridian: number; latitude: number; parallels: readonly [number, number] }>;
  /** The state offices that publish the files that the dataset reads. */
  readonly offices: { readonly justice: string; readonly finance: string };
  /** The city that is a county with the same residents, and why it has two scores. */
  readonly cityAndCounty: { readonly name: string; readonly twoRecords: string } | null;
  /** Where the figures come from, in sentences for pages and answers (docs/methodology.md, "Sources"). */
  readonly provenance: readonly string[];
  /** Places that the examples of its operations ask for. */
  readonly samples: Samples;
  /** What the state's rate includes. */
  readonly benchmark: string;
  /** Why its population tables lack a year between two others, if there is one reason. */
  readonly populationGap?: string;
  /** Where the counts and populations of a year come from, by first year, newest first, with `{year}` for the year. */
  readonly yearSources: readonly { readonly from: number; readonly text: string }[];
  /** Of the columns of its files, where publishers of its own have the values. */
  readonly columnSources: Readonly<
    Record<"offenses" | "population" | "names", { readonly source: string; readonly license: string }>
  >;
}

interface Samples {
  readonly cities: readonly [string, string];
  /** Without the word "County". The third one has the neighborhood. */
  readonly counties: readonly [string, string, string];
  readonly neighborhood: { readonly name: string; readonly lat: string; readonly lon: string };
  /** That is not a city. */
  readonly community: string;
  /** A name that means no single place. */
  readonly unclear: string;
  readonly zip: string;
  /** A point with cities around it. */
  readonly around: string;
  /** Of a point at sea, at the western side of the box of its land. */
  readonly seaLat: string;
}

/** FIPS code of a county of one of the states: the state's two digits and three more. */
export function countyCode(...states: readonly string[]): RegExp {
  return new RegExp(states.map((fips) => `^${fips}\\d{3}$`).join("|"));
}

/** GEOID of a place of one of the states: the state's two digits and five more. */
export function placeGeoid(...states: readonly string[]): RegExp {
  return new RegExp(states.map((fips) => `^${fips}\\d{5}$`).join("|"));
}

/** Where the counts and populations of a year come from. */
export function sourceOf({ yearSources }: StateEdition, year: number): string {
  return yearSources.find(({ from }) => from <= year)?.text.replaceAll("{year}", String(year)) ?? "";
}

/** Where the figures of all years come from: of the whole edition, or of the places of a state. */
export function trendSourceOf(edition: Edition, state?: StateCode): string {
  if (edition.kind === "state") return edition.trendSource;
  const { includes } = edition;
  if (state === undefined) return `${edition.trendSource}; ${includes.possessive} cities: ${includes.counts.source}`;
  const ofIncluded = `${includes.trendSource}; yardstick: FBI, estimate of ${edition.name}`;
  return state === includes.abbreviation ? ofIncluded : edition.trendSource;
}

/** Each source once; the last part of each, such as a yardstick, at the end where all have it. */
export function joinedSources(sources: readonly string[]): string {
  const all = sources.map((source) => source.split("; "));
  const last = all[0]?.at(-1) ?? "";
  const isShared = all.every((parts) => parts.at(-1) === last);
  const parts = all.flatMap((own) => (isShared ? own.slice(0, -1) : own));
  return [...new Set([...parts, ...(isShared ? [last] : [])])].join("; ");
}

/** What stands beside a score, where no sentence names the yardstick. */
export function yardstickText({ title }: Edition): string {
  return `${title} = 50`;
}

/** The name of the line at 50: "National average = 50". */
export function referenceText({ average }: Edition): string {
  return `${capitalized(average.replace(/^the /, ""))} = 50`;
}

/** The first year with populations of the Census Bureau's Vintage 2025. */
export const NEW_ESTIMATES = 2025;
