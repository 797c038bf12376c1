import { gunzipSync } from "node:zlib";
import type { GeoJsonProperties } from "geojson";
import type { GeometryCollection, GeometryObject, Topology } from "topojson-specification";
import { z } from "zod";
import type { CountyOutlineFile, OutlineFile } from "../../gazetteer/outline-table.ts";
import type { GeographyContent } from "../../gazetteer/tables.ts";
import { fail } from "../fault.ts";
import type { FileBytes } from "../official-files.ts";
import { differences } from "./place-columns.ts";

const PROPERTIES = z.object({ geoid: z.string(), src: z.string(), place: z.string().optional() });

/** An area of a topology with the number of its place. */
export interface Area {
  readonly row: number;
  readonly arcs: readonly number[];
}

export interface Drawn {
  readonly geoid: string;
  readonly src: string;
  /** The GEOID of the same municipality as a place; null for an outline that is not of a subdivision. */
  readonly place: string | null;
  readonly arcs: readonly number[];
}

export interface Drawing {
  readonly topology: Topology;
  readonly areas: readonly Drawn[];
}

/** The outlines of a compressed TopoJSON with one layer. @throws DatasetError */
export function readDrawing({ bytes, name }: FileBytes): Drawing {
  const topology: Topology = JSON.parse(gunzipSync(bytes).toString());
  const [layer] = Object.values(topology.objects);
  if (layer?.type !== "GeometryCollection") return fail({ file: name }, "there is no layer of outlines");
  const areas = layer.geometries.map((geometry): Drawn => {
    const { geoid, src, place = null } = PROPERTIES.parse(geometry.properties);
    return { geoid, src, place, arcs: arcsOf(geometry) };
  });
  return { topology, areas };
}

/** The outlines that a state's own edition has, which are finer. */
export function stateDrawing({ boundaries }: Pick<GeographyContent, "boundaries">): Drawing {
  const { counties, cities, communities } = boundaries.objects;
  const areas = [counties, cities, communities]
    .flatMap(({ geometries }) => geometries)
    .map((geometry): Drawn => {
      return { geoid: String(geometry.id), src: "", place: null, arcs: arcsOf(geometry) };
    });
  return { topology: boundaries, areas };
}

/** The lines of an area, each once: by the even-odd rule, their order and direction do not matter. */
export function arcsOf(geometry: GeometryObject<GeoJsonProperties>): readonly number[] {
  const rings =
    geometry.type === "Polygon" ? geometry.arcs : geometry.type === "MultiPolygon" ? geometry.arcs.flat() : [];
  const odd = new Set<number>();
  for (const arc of rings.flat()) {
    const line = arc < 0 ? ~arc : arc;
    // A line that is twice in an area is no border of it.
    if (!odd.delete(line)) odd.add(line);
  }
  return [...odd].toSorted((a, b) => a - b);
}

/** Areas of a topology, by the row of their places. */
export function outlineColumns({ arcs, transform }: Topology, areas: readonly Area[]): OutlineFile {
  const sorted = areas.toSorted((a, b) => a.row - b.row);
  const used = [...new Set(sorted.flatMap((area) => area.arcs))].toSorted((a, b) => a - b);
  const numbers = new Map(used.map((arc, number) => [arc, number]));
  const lines = used.map((arc) => arcs[arc] ?? []);
  const { scale = [1, 1], translate = [0, 0] } = transform ?? {};
  return {
    format: 1,
    scale: [scale[0] ?? 1, scale[1] ?? 1],
    origin: [translate[0] ?? 0, translate[1] ?? 0],
    rows: differences(sorted.map(({ row }) => row)),
    lineCounts: sorted.map((area) => area.arcs.length),
    lines: sorted.flatMap((area) => area.arcs.map((arc) => numbers.get(arc) ?? 0)),
    pointCounts: lines.map(({ length }) => length),
    columns: lines.flatMap((line) => line.map(([x = 0]) => x)),
    heights: lines.flatMap((line) => line.map(([, y = 0]) => y)),
  };
}

type CountyLayer = Topology<{ readonly counties: GeometryCollection }>;

/** @param countyOf the state and the county of a code of 2017; undefined outside the states */
export function countyColumns(
  topology: CountyLayer,
  countyOf: (code: string) => readonly [state: number, county: number] | undefined,
  extras: Pick<CountyOutlineFile, "missing" | "grown">,
): CountyOutlineFile {
  const own = topology.objects.counties.geometries.flatMap((geometry) => {
    const code = String(geometry.id);
    const county = countyOf(code);
    return county === undefined ? [] : [{ code, county, arcs: arcsOf(geometry) }];
  });
  const sorted = own.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const areas = sorted.map(({ arcs }, row) => ({ row, arcs }));
  return { ...outlineColumns(topology, areas), counties: sorted.map(({ county }) => county), ...extras };
}
