import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { CALIFORNIA } from "../../../editions/california.ts";
import { countyCode, placeGeoid } from "../../../editions/edition.ts";
import { fail } from "../../fault.ts";

const position = z.tuple([
  z.number().min(CALIFORNIA.waterBox.west).max(CALIFORNIA.waterBox.east),
  z.number().min(CALIFORNIA.waterBox.south).max(CALIFORNIA.waterBox.north),
]);
const rings = z.array(z.array(position).min(4)).min(1);
const geometry = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("Polygon"), coordinates: rings }),
    z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(rings).min(1) }),
  ])
  .transform(({ type, coordinates }) => ({
    type: "MultiPolygon" as const,
    coordinates: type === "Polygon" ? [coordinates] : coordinates,
  }));

const areas = <Properties extends z.ZodType>(properties: Properties) =>
  z
    .object({
      type: z.literal("FeatureCollection"),
      features: z.array(z.object({ type: z.literal("Feature"), properties, geometry })).min(1),
    })
    .transform(({ features }) => features);

const countyArea = z.object({
  geoid: z.string().regex(countyCode(CALIFORNIA.fips)),
  name: z.string().regex(/ County$/),
});
const placeArea = z.object({
  geoid: z.string().regex(placeGeoid(CALIFORNIA.fips)),
  name: z.string().min(1),
  official_name: z.string().min(1),
  county: z.string().regex(/ County$/),
  lat: z.number().min(CALIFORNIA.landBox.south).max(CALIFORNIA.landBox.north),
  lon: z.number().min(CALIFORNIA.landBox.west).max(CALIFORNIA.landBox.east),
});

export const COUNTY_AREAS = areas(countyArea);
export const PLACE_AREAS = areas(placeArea);
export type CountyArea = z.output<typeof COUNTY_AREAS>[number];
export type PlaceArea = z.output<typeof PLACE_AREAS>[number];

/** The areas of a compressed GeoJSON file, with longitude and latitude. @throws DatasetError */
export function readAreas<Areas>(schema: z.ZodType<Areas>, bytes: Uint8Array, file: string): Areas {
  const parsed = schema.safeParse(jsonOf(bytes, file));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = (issue?.path ?? []).map(String).join(".");
  return fail({ file }, `the file is not as described at "${where}": ${issue?.message ?? ""}`);
}

function jsonOf(bytes: Uint8Array, file: string): unknown {
  try {
    return JSON.parse(gunzipSync(bytes).toString());
  } catch {
    return fail({ file }, "the file is not compressed GeoJSON");
  }
}
