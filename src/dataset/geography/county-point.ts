import { polygonArea, polygonCentroid, polygonContains } from "d3-polygon";
import type { LabelPoint } from "../../places/geography-tables.ts";
import { fail } from "../fault.ts";
import type { CountyArea } from "./areas.ts";
import { GEOGRAPHY_INPUTS } from "./files.ts";

const DECIMALS = 5;

/** The center of the largest part of a county. @throws DatasetError if it lies outside the county */
export function countyPoint({ properties, geometry }: CountyArea): LabelPoint {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const outlines = polygons.flatMap(([outline]) => (outline === undefined ? [] : [outline]));
  const [largest = []] = outlines.toSorted((a, b) => Math.abs(polygonArea(b)) - Math.abs(polygonArea(a)));
  const center = polygonCentroid(largest);
  if (!polygonContains(largest, center))
    fail({ file: GEOGRAPHY_INPUTS.counties.file }, `the center of ${properties.name} lies outside`);
  const [longitude, latitude] = center;
  return { latitude: Number(latitude.toFixed(DECIMALS)), longitude: Number(longitude.toFixed(DECIMALS)) };
}
