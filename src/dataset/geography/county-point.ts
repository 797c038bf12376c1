import { polygonArea, polygonCentroid, polygonContains } from "d3-polygon";
import { fail } from "../fault.ts";
import type { CountyArea } from "./areas.ts";
import { GEOGRAPHY_INPUTS } from "./files.ts";

const DECIMALS = 5;

/** The center of the largest part of a county, in degrees. @throws DatasetError if it lies outside the county */
export function countyPoint({ properties, geometry }: CountyArea): {
  readonly latitude: number;
  readonly longitude: number;
} {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const outlines = polygons.flatMap(([outline]) => (outline === undefined ? [] : [outline]));
  const [largest = []] = outlines.toSorted((a, b) => Math.abs(polygonArea(b)) - Math.abs(polygonArea(a)));
  const center = polygonCentroid(largest);
  if (!polygonContains(largest, center))
    fail("value_malformed", { file: GEOGRAPHY_INPUTS.counties.file }, `the center of ${properties.name} lies outside`);
  const [longitude, latitude] = center;
  return { latitude: Number(latitude.toFixed(DECIMALS)), longitude: Number(longitude.toFixed(DECIMALS)) };
}
