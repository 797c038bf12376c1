import { z } from "zod";
import { isTooLong, MAX_NAME_LENGTH, typed } from "../base/text.ts";
import type { LocateQuery } from "../domain/place-query.ts";
import { ofStates } from "../editions/table.ts";

/** Text in a query, in Unicode code points. Control characters have already been refused. */
export const textParameter = z
  .string()
  .refine((value) => !isTooLong(value), { error: `has more than ${MAX_NAME_LENGTH} characters` })
  .meta({ maxLength: MAX_NAME_LENGTH, pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*$" });

/** Query of `GET /v1/locate` (decisions 8): `lat` and `lon`, or `zip`, or `name`. */
export const locateParameters = z.strictObject({
  lat: degrees(90, " (are latitude and longitude exchanged?)")
    .meta({ title: "Latitude", description: "Degrees north (WGS 84), with `lon`", example: 34.0983 })
    .exactOptional(),
  lon: degrees(180)
    .meta({
      title: "Longitude",
      description: `Degrees east (WGS 84), negative in ${ofStates(({ name }) => name)}, with \`lat\``,
      example: -118.3267,
    })
    .exactOptional(),
  zip: z
    .string()
    .regex(/^ *\d{5}(?:-\d{4})? *$/, { error: "is not five digits, with or without +4 such as 92618-1234" })
    .meta({
      pattern: "^\\d{5}(-\\d{4})?$",
      minLength: 5,
      maxLength: 10,
      title: "ZIP code",
      description: "Five digits, with or without +4, which the service ignores",
      example: "92618",
    })
    .exactOptional(),
  name: textParameter
    .min(1, { error: "is empty" })
    .meta({
      title: "Name",
      description: "Exact name of a city, county, community, or neighborhood, or a ZIP code",
      example: "Hollywood",
    })
    .exactOptional(),
});
export type LocateParameters = z.infer<typeof locateParameters>;

type LocateQueryResult =
  | { readonly ok: true; readonly query: LocateQuery }
  | { readonly ok: false; readonly parameter: keyof LocateParameters; readonly detail: string };

const ZIP_LENGTH = 5;

/** The combined parameters, or what is wrong with their combination. */
export function locateQuery({ lat, lon, zip, name }: LocateParameters): LocateQueryResult {
  const asked = [lat ?? lon, zip, name].filter((value) => value !== undefined);
  if (asked.length !== 1) {
    const parameter = zip !== undefined ? "zip" : name !== undefined ? "name" : "lat";
    const how = asked.length === 0 ? "is missing" : "conflicts with another parameter";
    return fault(parameter, `${how}: send lat and lon, or zip, or name`);
  }
  if (zip !== undefined) return { ok: true, query: { zip: zip.trim().slice(0, ZIP_LENGTH) } };
  if (name !== undefined) {
    const text = typed(name);
    return typeof text === "string" ? { ok: true, query: { name: text } } : fault("name", text.detail);
  }
  if (lat === undefined) return fault("lat", "is missing: send lat and lon together");
  if (lon === undefined) return fault("lon", "is missing: send lat and lon together");
  return { ok: true, query: { latitude: lat, longitude: lon } };
}

function fault(parameter: keyof LocateParameters, detail: string): LocateQueryResult {
  return { ok: false, parameter, detail };
}

function degrees(most: number, otherwise = "") {
  const range = { error: `is not from -${most} to ${most}${otherwise}` };
  return z
    .number({ error: `is not a number from -${most} to ${most} in decimal notation` })
    .min(-most, range)
    .max(most, range);
}
