import type { Feature, MultiPolygon } from "geojson";
import type { NationPlaceListed } from "../../domain/nation-place.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { Gazetteer, GazetteerPlace } from "../../gazetteer/gazetteer.ts";
import { polygonsAround } from "../../gazetteer/rings.ts";
import type { ZipShares } from "../../gazetteer/zip-table.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { multiPolygon } from "./boundaries.ts";
import { column, type DownloadColumn, geoidColumns } from "./download-columns.ts";

/** A place of the nation's list; `place` is null for a department of several municipalities. */
interface NationPlaceRow {
  readonly listed: NationPlaceListed;
  readonly place: GazetteerPlace | null;
}

export const NATION_PLACE_COLUMNS: readonly DownloadColumn<NationPlaceRow>[] = [
  column("state", ({ listed }) => listed.state),
  column("name", ({ listed }) => listed.city, "gazetteer"),
  column("official_name", ({ place }) => place?.officialName ?? null),
  column("county", ({ listed, place }) => listed.county ?? place?.counties[0]?.county ?? null, "gazetteer"),
  column("counties", ({ place }) => place && countiesText(place)),
  ...geoidColumns(({ listed }: NationPlaceRow) => listed.geoid, "gazetteer"),
  column("latitude", ({ listed }) => listed.latitude, "gazetteer"),
  column("longitude", ({ listed }) => listed.longitude, "gazetteer"),
  column("has_boundary", ({ listed }) => Number(listed.has_boundary), "gazetteer"),
  column("census_population", ({ place }) => place?.residents ?? null),
  column("status", ({ listed }) => listed.status),
  column("reason", ({ listed }) => listed.reason),
  ...(["data_year", "population", "crime_rate_per_1k", "safety_score", "grade"] as const).map((key) =>
    column<NationPlaceRow>(key, ({ listed }) => listed.data?.[key] ?? null, key === "population" ? "fbi" : "service"),
  ),
  ...(["nation", "state"] as const).flatMap((among) => [
    column<NationPlaceRow>(`rank_in_${among}`, ({ listed }) => listed.rank?.[among].rank ?? null),
    column<NationPlaceRow>(`ranked_in_${among}`, ({ listed }) => listed.rank?.[among].of ?? null),
  ]),
];

export function* nationPlaceRows({ entries, nation, listedOf, gazetteer }: NationPlaces): Generator<NationPlaceRow> {
  for (const places of [entries, nation.absent]) {
    for (const one of places) {
      const listed = listedOf(one);
      const row = listed.geoid === null ? undefined : gazetteer.ofGeoid(listed.geoid);
      yield { listed, place: row === undefined ? null : gazetteer.place(row) };
    }
  }
}

/**
 * GeoJSON (RFC 7946): the places of the list with their columns, and the boundary of each, or its point where no boundary
 * is held. The id of a feature is its GEOID.
 */
export function* nationFeaturePieces(nation: NationPlaces): Generator<string> {
  const boundaryOf = boundariesOf(nation.gazetteer);
  yield '{"type":"FeatureCollection","features":[';
  let between = "";
  for (const row of nationPlaceRows(nation)) {
    const { geoid: id, latitude, longitude } = row.listed;
    if (id === null || latitude === null || longitude === null) continue;
    const properties = Object.fromEntries(NATION_PLACE_COLUMNS.map(({ key, value }) => [key, value(row)]));
    const geometry = (row.place && boundaryOf(row.place)) ?? {
      type: "Point" as const,
      coordinates: [longitude, latitude],
    };
    yield between + JSON.stringify({ type: "Feature", id, properties, geometry } satisfies Feature);
    between = ",";
  }
  yield "]}";
}

/** Keeps the outlines of one state: the places come by state. */
function boundariesOf({ outlinesOnce }: Gazetteer): (place: GazetteerPlace) => MultiPolygon | null {
  let kept: { readonly state: StateCode; readonly outlineOf: ReturnType<Gazetteer["outlinesOnce"]> } | undefined;
  return ({ state, row }) => {
    if (kept?.state !== state) kept = { state, outlineOf: outlinesOnce(state) };
    const lines = kept.outlineOf(row);
    return lines === undefined ? null : multiPolygon(polygonsAround(lines));
  };
}

interface NationNameRow {
  readonly place: GazetteerPlace;
  readonly others: readonly string[];
}

export const NATION_NAME_COLUMNS: readonly DownloadColumn<NationNameRow>[] = [
  ...geoidColumns(({ place }: NationNameRow) => place.geoid, "gazetteer"),
  column("state", ({ place }) => place.state),
  column("name", ({ place }) => place.name, "gazetteer"),
  column("official_name", ({ place }) => place.officialName),
  column("other_names", ({ others }) => (others.length === 0 ? null : others.join("; "))),
  column("counties", ({ place }) => countiesText(place)),
  column("census_population", ({ place }) => place.residents),
];

/** Municipalities, census-designated places, and counties of this many residents have their names in a file. */
const LEAST_NAMED = 2_500;
const ZIP_CODES = 100_000;

export function* nationNameRows({ gazetteer }: Pick<NationPlaces, "gazetteer">): Generator<NationNameRow> {
  const { others } = gazetteer.table();
  for (const row of namedRows(gazetteer)) yield { place: gazetteer.place(row), others: others.get(row) ?? [] };
}

/** Counted without making them. */
export function nationNameCount({ gazetteer }: Pick<NationPlaces, "gazetteer">): number {
  return namedRows(gazetteer).reduce((count) => count + 1, 0);
}

/** A municipality that is a place and a county subdivision is the place. */
function* namedRows(gazetteer: Gazetteer): Generator<number> {
  const { codes, residents, same } = gazetteer.table();
  for (let row = 0; row < codes.length; row++) {
    if ((residents[row] ?? 0) >= LEAST_NAMED && !same.has(row)) yield row;
  }
}

interface NationZipRow {
  readonly zip: string;
  readonly place: GazetteerPlace;
  readonly share: number | null;
  readonly basis: string;
}

export const NATION_ZIP_COLUMNS: readonly DownloadColumn<NationZipRow>[] = [
  column("zip", ({ zip }) => zip, "zipShares"),
  column("state", ({ place }) => place.state),
  column("name", ({ place }) => place.name, "gazetteer"),
  column("official_name", ({ place }) => place.officialName),
  column("counties", ({ place }) => countiesText(place)),
  ...geoidColumns(({ place }: NationZipRow) => place.geoid, "gazetteer"),
  column("share", ({ share }) => share, "zipShares"),
  column("basis", ({ basis }) => basis, "zipShares"),
];

/** Every ZIP code with its places. One without an area has the county of its point, without a share. */
export function* nationZipRows({ gazetteer }: Pick<NationPlaces, "gazetteer">): Generator<NationZipRow> {
  for (const [zip, { basis, candidates }] of zipsOf(gazetteer)) {
    for (const { row, share } of candidates) {
      yield { zip, place: gazetteer.place(row), share: basis === "point" ? null : share, basis };
    }
  }
}

/** Counted without making them. */
export function nationZipCount({ gazetteer }: Pick<NationPlaces, "gazetteer">): number {
  return zipsOf(gazetteer).reduce((sum, [, { candidates }]) => sum + candidates.length, 0);
}

function* zipsOf(gazetteer: Gazetteer): Generator<readonly [zip: string, shares: ZipShares]> {
  for (let code = 0; code < ZIP_CODES; code++) {
    const zip = String(code).padStart(5, "0");
    const shares = gazetteer.zip(zip);
    if (shares !== undefined) yield [zip, shares];
  }
}

function countiesText({ counties }: GazetteerPlace): string {
  return counties.map(({ county }) => county).join("; ");
}
