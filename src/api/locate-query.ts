import { z } from "zod";
import { namesOf } from "../base/named-table.ts";
import { NO_TEXT, typed } from "../base/text.ts";
import type { LocateQuery, NationLocateQuery } from "../domain/place-query.ts";
import { ofStates } from "../editions/table.ts";
import { GEOID_PATTERN, LONGEST_GEOID, qualifiedFault, readGeoid } from "../gazetteer/geoid.ts";
import { stateOf } from "../gazetteer/state-text.ts";
import { saysWhere } from "../gazetteer/typed-address.ts";
import { unknownState } from "./state-parameter.ts";
import { NEEDS_STATE, textParameter, typedParameters } from "./text-parameter.ts";

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

/** Query of `GET /v1/us/locate`: also an address, a GEOID, and a name in a state. */
export const nationLocateParameters = z.strictObject({
  ...locateParameters.shape,
  lat: locateParameters.shape.lat.meta({
    title: "Latitude",
    description: "Degrees north (WGS 84), with `lon`",
    example: 30.2711,
  }),
  lon: locateParameters.shape.lon.meta({
    title: "Longitude",
    description: "Degrees east (WGS 84), negative in the United States, with `lat`",
    example: -97.7437,
  }),
  zip: locateParameters.shape.zip.meta({
    title: "ZIP code",
    description: "Five digits, with or without +4, which the service ignores",
    example: "78701",
  }),
  name: textParameter
    .min(1, { error: "is empty" })
    .superRefine((text, { addIssue }) => {
      const malformed = qualifiedFault(text);
      if (malformed !== null) addIssue(malformed);
    })
    .meta({
      title: "Name",
      description:
        "Name of a place or county, which may end in its county, state, and ZIP code. Without a state it has candidates and no answer. Five digits are a ZIP code",
      example: "Springfield, IL",
    })
    .exactOptional(),
  state: textParameter
    .min(1, { error: "is empty" })
    .meta({ title: "State", description: "State of `name`; USPS code or name", example: "IL" })
    .exactOptional(),
  county: textParameter
    .min(1, { error: "is empty" })
    .meta({
      title: "County",
      description: "County of `name`, which tells namesakes apart; needs `state`",
      example: "Sangamon",
    })
    .exactOptional(),
  address: textParameter
    .min(1, { error: "is empty" })
    .meta({
      title: "Address",
      description:
        "An address with a state or a ZIP code. Its city and its ZIP code are read, its street is ignored. Send addresses in a batch, which keeps them out of URLs",
      example: "100 Main St, Springfield, IL 62701",
    })
    .exactOptional(),
  geoid: z
    .string()
    .superRefine((text, { addIssue }) => {
      const read = readGeoid(text);
      if (!read.ok) addIssue(read.detail);
    })
    .meta({
      pattern: GEOID_PATTERN,
      maxLength: LONGEST_GEOID,
      title: "GEOID",
      description: "Census GEOID of a county, place, or county subdivision, also fully qualified",
      example: "1772000",
    })
    .exactOptional(),
});
export type LocateParameters = z.infer<typeof nationLocateParameters>;

export type LocateFault = { readonly ok: false; readonly parameter: keyof LocateParameters; readonly detail: string };
type Asked<Query> = { readonly ok: true; readonly query: Query } | LocateFault;

const ZIP_LENGTH = 5;

/** The combined parameters, or what is wrong with their combination. */
export function locateQuery(parameters: z.infer<typeof locateParameters>): Asked<LocateQuery> {
  const { lat, lon, zip, name } = parameters;
  const asked = theOnlyWay({ zip, name, lat: lat ?? lon }, "lat and lon, or zip, or name");
  if (asked !== null) return asked;
  if (zip !== undefined) return zipOf(zip);
  if (name === undefined) return pointOf(parameters);
  const text = typed(name);
  return typeof text === "string" ? { ok: true, query: { name: text } } : fault("name", text.detail);
}

/** The same for the nation. */
export function nationLocateQuery(parameters: LocateParameters): Asked<NationLocateQuery> {
  const { lat, lon, zip, name, address, geoid, state } = parameters;
  const ways = { zip, name, address, geoid, lat: lat ?? lon };
  const asked = theOnlyWay(ways, "lat and lon, or zip, name, address, or geoid");
  if (asked !== null) return asked;
  if (name !== undefined) return namedIn(parameters);
  const beside = state === undefined ? "county" : "state";
  if (parameters[beside] !== undefined) return fault(beside, "is only for a name");
  if (geoid !== undefined) return { ok: true, query: { geoid } };
  if (zip !== undefined) return zipOf(zip);
  if (address === undefined) return pointOf(parameters);
  const text = typed(address);
  if (typeof text !== "string") return fault("address", text.detail);
  return saysWhere(text)
    ? { ok: true, query: { address: text } }
    : fault("address", "has neither a state nor a ZIP code; end it with one, such as Springfield, IL 62701");
}

function namedIn({ name, state: inState, county }: LocateParameters): Asked<NationLocateQuery> {
  const texts = typedParameters({ name, state: inState, county });
  if (!texts.ok) return texts;
  const { name: called = NO_TEXT, state: typedState, county: inCounty } = texts.given;
  const state = typedState && stateOf(typedState);
  if (typedState !== undefined && state === undefined) return fault("state", unknownState(typedState));
  if (state === undefined)
    return inCounty === undefined ? { ok: true, query: { name: called } } : fault("county", NEEDS_STATE);
  return { ok: true, query: { name: called, state, ...(inCounty === undefined ? {} : { county: inCounty }) } };
}

/** A fault unless exactly one parameter is given. */
function theOnlyWay<Way extends keyof LocateParameters>(
  ways: Readonly<Record<Way, unknown>>,
  all: string,
): LocateFault | null {
  const given = namesOf(ways).filter((way) => ways[way] !== undefined);
  if (given.length === 1) return null;
  const how = given.length === 0 ? "is missing" : "conflicts with another parameter";
  return fault(given[0] ?? "lat", `${how}: send ${all}`);
}

function zipOf(zip: string): Asked<LocateQuery> {
  return { ok: true, query: { zip: zip.trim().slice(0, ZIP_LENGTH) } };
}

function pointOf({ lat, lon }: Pick<LocateParameters, "lat" | "lon">): Asked<LocateQuery> {
  if (lat === undefined) return fault("lat", "is missing: send lat and lon together");
  if (lon === undefined) return fault("lon", "is missing: send lat and lon together");
  return { ok: true, query: { latitude: lat, longitude: lon } };
}

function fault(parameter: keyof LocateParameters, detail: string): LocateFault {
  return { ok: false, parameter, detail };
}

function degrees(most: number, otherwise = "") {
  const range = { error: `is not from -${most} to ${most}${otherwise}` };
  return z
    .number({ error: `is not a number from -${most} to ${most} in decimal notation` })
    .min(-most, range)
    .max(most, range);
}
