import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { countyCode, placeGeoid, type StateEdition } from "../../../editions/edition.ts";
import { fail } from "../../fault.ts";

const areasIn = <Properties extends z.ZodType>(
  { waterBox: { west, east, south, north } }: Box,
  properties: Properties,
) => {
  const position = z.tuple([z.number().min(west).max(east), z.number().min(south).max(north)]);
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
  return z
    .object({
      type: z.literal("FeatureCollection"),
      features: z.array(z.object({ type: z.literal("Feature"), properties, geometry })).min(1),
    })
    .transform(({ features }) => features);
};
type Box = Pick<StateEdition, "waterBox">;

export const countyAreas = (edition: StateEdition) =>
  areasIn(edition, z.object({ geoid: z.string().regex(countyCode(edition.fips)), name: z.string().regex(/ County$/) }));
export const placeAreas = (edition: StateEdition) => {
  const { west, east, south, north } = edition.landBox;
  return areasIn(
    edition,
    z.object({
      geoid: z.string().regex(placeGeoid(edition.fips)),
      name: z.string().min(1),
      official_name: z.string().min(1),
      county: z.string().regex(/ County$/),
      lat: z.number().min(south).max(north),
      lon: z.number().min(west).max(east),
    }),
  );
};
export type CountyArea = z.output<ReturnType<typeof countyAreas>>[number];
export type PlaceArea = z.output<ReturnType<typeof placeAreas>>[number];

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
