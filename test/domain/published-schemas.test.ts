import { expect, test } from "bun:test";
import { z } from "zod";
import document from "../../openapi/openapi.json";
import { countyExplanation, explanation } from "../../src/domain/explanation.ts";
import { cityHistory, countyHistory } from "../../src/domain/history-record.ts";
import { candidate, foundPlace, location, placeData, placesPage } from "../../src/domain/place.ts";
import { batchData, cityRecord, countyRecord, datasetStatistics } from "../../src/domain/record.ts";

type Json = Readonly<Record<string, unknown>>;

const PUBLISHED = {
  CitySafetyRecord: cityRecord,
  CountySafetyRecord: countyRecord,
  BatchData: batchData,
  DatasetStatistics: datasetStatistics,
  Explanation: explanation,
  CountyExplanation: countyExplanation,
  CityHistory: cityHistory,
  CountyHistory: countyHistory,
  Place: foundPlace,
  PlaceFigures: placeData,
  PlacesPage: placesPage,
  Location: location,
  LocationCandidate: candidate,
} as const satisfies Partial<Record<keyof typeof document.components.schemas, z.ZodType>>;

/**
 * Keywords that the document adds for client generators, or leaves out so that answers may gain members (decisions 6).
 */
const LEFT_OUT: ReadonlySet<string> = new Set(["$schema", "readOnly", "additionalProperties", "format", "id"]);

const components: ReadonlyMap<string, Json> = new Map(Object.entries(document.components.schemas));

/** A schema with its references resolved, without the differences between the document and zod. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== "object" || schema === null) return schema;
  if ("$ref" in schema) {
    const { $ref, ...rest } = schema;
    const name = String($ref).replace("#/components/schemas/", "");
    return plain({ ...components.get(name), ...rest });
  }
  // A format replaces its pattern.
  const members = Object.entries(schema).filter(
    ([name]) => !LEFT_OUT.has(name) && !(name === "pattern" && "format" in schema),
  );
  return Object.fromEntries(members.map(([name, value]) => [name, plain(value)]));
}

test.each(Object.entries(PUBLISHED))(
  "%s is published with every bound, pattern, and text of its schema",
  (name, schema) => {
    expect(plain(components.get(name))).toEqual(plain(z.toJSONSchema(schema)));
  },
);
