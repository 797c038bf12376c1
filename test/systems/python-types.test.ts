import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import document from "../../openapi/openapi.json" with { type: "json" };
import { run } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

const FOLDER = join(import.meta.dir, "../../packages/python");
/** The oldest Python version that the client supports. */
const OLDEST = "3.9";

async function python(...command: readonly string[]): Promise<{ exitCode: number; out: string }> {
  const env = { PYTHONPATH: FOLDER, MYPYPATH: FOLDER, PYTHONDONTWRITEBYTECODE: "1" };
  const { exitCode, out, note } = await run(command, { cwd: scratchFolder("python-types"), env });
  return { exitCode, out: out + note };
}

/** The client's types for answers, and their schemas. The type of a lookup has the name of the schema unless listed here. */
const OTHER_TYPES = {
  CityRecord: "CitySafetyRecord",
  CountyRecord: "CountySafetyRecord",
  BatchData: "BatchData",
  DatasetStatistics: "DatasetStatistics",
  Place: "Place",
  NationRecord: "NationRecord",
  NationPlace: "NationPlaceElement",
  NationStates: "NationStates",
  StateAreas: "StateAreas",
  NationStatistics: "NationStatistics",
} as const;

const SHAPES = `
import json, sys, typing, safety_statistics
NAMES = {str: "string", int: "integer", float: "number", bool: "boolean"}
def shape(of):
    if of in NAMES: return NAMES[of]
    if isinstance(of, type): return {name: shape(inner) for name, inner in typing.get_type_hints(of).items()}
    inner = [shape(one) for one in typing.get_args(of) if one is not type(None)]
    return {"each": inner[0]} if typing.get_origin(of) is list else {"or_none": inner[0]}
print(json.dumps({name: shape(getattr(safety_statistics, name)) for name in sys.argv[1:]}))`;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const schemas: Readonly<Record<string, Schema>> = JSON.parse(JSON.stringify(document.components.schemas));

const lookedUp = Object.keys(schemas).filter((name) => `${name}Lookup` in schemas);
const TYPES: Readonly<Record<string, string>> = {
  ...OTHER_TYPES,
  ...Object.fromEntries(lookedUp.map((name) => [name, name])),
};

/** A schema in the format of the program above. */
function shapeOf(schema: Schema): unknown {
  if (schema.$ref !== undefined) return shapeOf(schemas[schema.$ref.replace(/^.*\//, "")] ?? {});
  if (schema.anyOf !== undefined) {
    const [one = {}] = schema.anyOf.filter(({ type }) => type !== "null");
    return { or_none: shapeOf(one) };
  }
  if (schema.items !== undefined) return { each: shapeOf(schema.items) };
  if (schema.properties !== undefined)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, shapeOf(inner)]));
  if (typeof schema.type === "string") return schema.type;
  return { or_none: schema.type?.find((type) => type !== "null") };
}

test("the types of answers have every field of the API document, with its type", async () => {
  expect(lookedUp).toEqual(expect.arrayContaining(["Explanation", "CityHistory", "Location", "NationHistory"]));
  const { out } = await python("python3", "-c", SHAPES, ...Object.keys(TYPES));
  const expected = Object.entries(TYPES).map(([name, schema]) => [name, shapeOf(schemas[schema] ?? {})]);
  expect(JSON.parse(out)).toEqual(Object.fromEntries(expected));
});

test("mypy in strict mode accepts the client, and the type of each answer in a program", async () => {
  const strict = ["mypy", "--strict", "--python-version", OLDEST];
  expect(await python(...strict, join(FOLDER, "safety_statistics"))).toEqual({
    exitCode: 0,
    out: "Success: no issues found in 1 source file\n",
  });
  const program = `
from typing import List, Optional, Tuple
from safety_statistics import *
client = SafetyClient("https://safety.example", "svc_test_x")
city = client.city("Irvine")
explanation = client.explain("Irvine")
county = client.explain_county("Orange")
history = client.history("Irvine")
location = client.locate(zip="92618")
areas = client.us.areas_of("VA")["areas"]
names: List[str] = [area["department"] + area["county"] for area in areas]
austin = client.us.city("TX", "Austin")
if austin and austin["next_year"]:
    low: int = austin["next_year"]["low"]
    nation: List[Optional[NationRecord]] = [item["data"] for item in client.us.batch([{"state": "TX", "city": "Austin"}])]
    austin["state_average_rate"]
client.us.batch(["Austin"])
if city and explanation and county and history and location:
    fine: Tuple[int, float, float, int, Optional[int]] = (
        city["safety_score"], explanation["intervals"]["next_year"]["probability"], county["violent"]["ratio"],
        explanation["property"]["offenses"]["larceny"], history["years"][0]["safety_score"])
    shares: List[float] = [candidate["share"] for candidate in location["candidates"]]
    grades: List[Optional[str]] = [place["data"]["grade"] if place["data"] else None for place in client.places()]
    city["score"]
    explanation["violent"]["offenses"]["larceny"]
client.batch(7)
`;
  const file = join(scratchFolder("python-program"), "program.py");
  writeFileSync(file, program);
  const { out } = await python(...strict, file);
  const faults = out.split("\n").filter((line) => line.includes(": error:"));
  expect(faults.map((fault) => /"(score|larceny|state_average_rate)"|"(batch|str)"/.exec(fault)?.[0])).toEqual([
    '"state_average_rate"',
    '"str"',
    '"score"',
    '"larceny"',
    '"batch"',
  ]);
});
