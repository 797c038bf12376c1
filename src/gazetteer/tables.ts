import type { GeometryCollection, Topology } from "topojson-specification";
import type { ShareBasis } from "../domain/place.ts";

/** A source file of the geography, with its license requirements. */
export interface GeographySource {
  readonly file: string;
  readonly publisher: string;
  readonly title: string;
  readonly url: string;
  readonly license: string;
  /** Attribution required where the data is shown; empty if none. */
  readonly attribution: string;
  /** Day of retrieval, `YYYY-MM-DD`. */
  readonly retrieved: string;
  readonly sha256: string;
  /** What the file was made from, and its known faults. */
  readonly note: string;
}

/** Latitude and longitude in degrees, of a point inside the place. */
export interface LabelPoint {
  readonly latitude: number;
  readonly longitude: number;
}

export interface GeographyCounty extends LabelPoint {
  /** Census GEOID. */
  readonly fips: string;
  /** With the word "County". */
  readonly county: string;
}

export interface GeographyCity extends LabelPoint {
  /** Census GEOID of the place, seven digits. */
  readonly geoid: string;
  /** The canonical name. */
  readonly city: string;
  readonly county: string;
}

/** A named place without its own government: a neighborhood of a city, or an unincorporated community. */
export interface NamedArea extends LabelPoint {
  readonly name: string;
  /** Census GEOID of a community with a known boundary; otherwise null. */
  readonly geoid: string | null;
  /** GEOID of its city; null on unincorporated land. */
  readonly cityGeoid: string | null;
  readonly county: string;
  /** Approximate number of residents, used only to order search results; 0 if unknown. */
  readonly residents: number;
  /** Share of the place that lies in `cityGeoid`, or on the land of `county`. */
  readonly share: number;
  /** For a postal name, its ZIP codes; otherwise empty. */
  readonly zips: readonly string[];
  /** The source and license of the name. */
  readonly source: string;
  readonly license: string;
}

export interface ZipShare {
  /** null for the unincorporated land of the county. */
  readonly cityGeoid: string | null;
  readonly county: string;
  /** The shares of a ZIP code add up to 1. */
  readonly share: number;
  readonly basis: Exclude<ShareBasis, "point">;
}

export interface ZipCode {
  readonly zip: string;
  /** The postal service's name for it; empty if unknown. */
  readonly postalName: string;
  /** Largest first. */
  readonly shares: readonly ZipShare[];
}

/** TopoJSON, quantized and simplified, with shared lines stored once. A geometry's id is its place's GEOID. */
export type Boundaries = Topology<{
  readonly counties: GeometryCollection;
  readonly cities: GeometryCollection;
  readonly communities: GeometryCollection;
}>;

export interface GeographyContent {
  readonly sources: readonly GeographySource[];
  readonly counties: readonly GeographyCounty[];
  readonly cities: readonly GeographyCity[];
  readonly names: readonly NamedArea[];
  readonly zips: readonly ZipCode[];
  readonly boundaries: Boundaries;
}

/**
 * The lines of all boundaries with their points in one array: as arrays of their own, they take ten times the memory. A
 * line is a piece of the border of one area, or of the common border of two (an arc of the TopoJSON).
 */
export interface Lines {
  /** Column and row of each point on the grid. Line n has the points from `starts[n]` to `starts[n + 1]`. */
  readonly points: Int32Array;
  readonly starts: Uint32Array;
}

/** The location data of places, as the service reads it. */
export interface GeographyTables extends Omit<GeographyContent, "boundaries"> {
  readonly outlines: Omit<Boundaries, "arcs">;
  readonly lines: Lines;
}
