import { gunzipSync } from "node:zlib";
import type { GeometryCollection, Topology } from "topojson-specification";
import { openOutlines } from "../../gazetteer/outline-table.ts";
import { fail } from "../fault.ts";
import { arcsOf, outlineColumns } from "./outline-columns.ts";

export type CountyTopology = Topology<{ readonly counties: GeometryCollection<{ readonly name: string }> }>;

/** The counties of 2017, which have Connecticut's eight. @throws DatasetError */
export function readCountyTopology(bytes: Uint8Array, file: string): CountyTopology {
  try {
    return JSON.parse(gunzipSync(bytes).toString());
  } catch {
    return fail({ file }, "the file is not compressed TopoJSON");
  }
}

export function countyName({ properties }: CountyTopology["objects"]["counties"]["geometries"][number]): string {
  return properties !== undefined && "name" in properties ? properties.name : "";
}

export interface FormerCounty {
  readonly code: string;
  /** Without the word "County". */
  readonly name: string;
}

/** Finds the county of 2017 that holds a point. */
export function countiesByPoint(topology: CountyTopology) {
  const counties = topology.objects.counties.geometries.map(
    (geometry): FormerCounty & { readonly arcs: readonly number[] } => {
      return { code: String(geometry.id), name: countyName(geometry), arcs: arcsOf(geometry) };
    },
  );
  const outlines = openOutlines(
    outlineColumns(
      topology,
      counties.map(({ arcs }, row) => ({ row, arcs })),
    ),
  );
  return (latitude: number, longitude: number): FormerCounty | null => {
    const [area] = outlines.holding(latitude, longitude);
    return area === undefined ? null : (counties[area] ?? null);
  };
}
