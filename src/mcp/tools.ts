import {
  type CallToolResult,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Principal, RequestKind } from "../access/decision.ts";
import { AT_ONCE, inputOf, type Operation, pathParametersOf } from "../api/operation.ts";
import { OPERATIONS } from "../api/operations.ts";
import { unknownState } from "../api/state-parameter.ts";
import { cutText, MAX_NAME_LENGTH, NO_TEXT, type Typed, typed } from "../base/text.ts";
import { nationNotFound } from "../domain/nation-place.ts";
import { locateAnswer } from "../domain/place.ts";
import type { Edition } from "../editions/edition.ts";
import { UNITED_STATES } from "../editions/united-states.ts";
import { isState } from "../gazetteer/fold.ts";
import { stateOf } from "../gazetteer/state-text.ts";
import type { Refusal, Refused } from "../http/problem.ts";
import type { Places, Served } from "../lookup/served.ts";
import { type Arguments, argumentsOf, invalid, namesIn, readName, unknownArgument } from "./arguments.ts";
import { compare } from "./compare-tool.ts";
import { AREA_CONTEXT, cautionsIn, cautionsInNation, contextOf } from "./context.ts";
import { briefly, brieflyInNation, notFoundFrom, type TakesState } from "./not-found.ts";

/** The result of an admitted tool call: an answer for the assistant, or the reason for refusing it. */
type ToolAnswer = { readonly ok: true; readonly value: object } | Refused;

/** What a tool call needs of the request that it came with. */
export interface ToolAdmission {
  readonly editions: Served;
  readonly admit: (
    kind: RequestKind,
    answer: (principal: Principal) => ToolAnswer | Promise<ToolAnswer>,
  ) => Promise<CallToolResult>;
  /** A tool error, for a call that is not counted. */
  readonly refuse: (refusal: Refusal) => CallToolResult;
}

export interface Tool {
  readonly listed: ListedTool;
  readonly call: (input: Arguments, admission: ToolAdmission) => CallToolResult | Promise<CallToolResult>;
}

const CAUTIONS =
  "Reported offenses only, per resident. A city's score does not describe its neighborhoods. The FBI advises against ranking places. State " +
  "grade, score, and year together. Not for tenant, credit, employment or insurance decisions about people.";
const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;
/** The tools are the same for every key, and change only with a release. */
const CACHE = { ttlMs: 3_600_000, cacheScope: "public" } as const;

const CALCULATION = [
  "steps",
  "years",
  "notes",
  "yearly_move",
  "prior_mean",
  "prior_variance",
  "weight",
  "this_year",
  "source",
];
const YEAR_DETAILS = ["notes", "offenses", "population", "crime_rate_per_1k", "state_average_rate"];
/** What a tool leaves out of its answer, unless its argument `full` is true: an answer has less than 4 KB. */
const DETAILS: Readonly<Record<string, readonly string[]>> = {
  explain_city: [...CALCULATION, "offenses"],
  explain_county: [...CALCULATION, "offenses", "agencies"],
  history: YEAR_DETAILS,
  county_history: YEAR_DETAILS,
  find_place: ["latitude", "longitude", "split"],
  peers: [
    ...["county", "geoid", "latitude", "longitude", "status", "reason", "residents", "grade_label"],
    ...["violent_rate_per_1k", "property_rate_per_1k", "data_year", "yardstick"],
  ],
};
/** The length of a list without the argument `limit`. */
const LIMITS: Readonly<Record<string, string>> = { find_place: "4" };

/** An MCP server for one message. Its tools are shared. */
export function toolServer(version: string, tools: ReadonlyMap<string, Tool>, admission: ToolAdmission): Server {
  const server = new Server(
    { name: "safety-statistics", version },
    {
      capabilities: { tools: {} },
      instructions: CAUTIONS,
      cacheHints: { "tools/list": CACHE, "server/discover": CACHE },
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.values()].map(({ listed }) => listed) }));
  server.setRequestHandler("tools/call", ({ params }) => {
    const tool = tools.get(params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no tool of this name");
    const input = argumentsOf(params.arguments ?? {});
    return "code" in input ? admission.refuse(input) : tool.call(input, admission);
  });
  return server;
}

/** A tool for each operation that has one, and the comparison, by name. */
export async function createTools(): Promise<ReadonlyMap<string, Tool>> {
  const ofOperations = await Promise.all(OPERATIONS.map(operationTool));
  return new Map([...ofOperations, COMPARE].flatMap((tool) => (tool === null ? [] : [[tool.listed.name, tool]])));
}

async function operationTool(operation: Operation): Promise<Tool | null> {
  const { edition } = operation;
  const { tool, query } = await operation.describe();
  if (tool === null) return null;
  const { name, title, description, argument } = tool;
  const [inPath, ...regions] = pathParametersOf(operation).toReversed();
  const elsewhere = OPERATIONS.find(({ id }) => id === tool.elsewhere);
  /** What a query may have there, too. */
  const elsewhereTakes = Object.keys((await elsewhere?.describe())?.query?.shape ?? {});
  const details = DETAILS[name] ?? [];
  const called = edition.path === "" || edition.kind === "nation" ? name : `${edition.path.slice(1)}_${name}`;
  const properties = {
    ...(inPath === undefined ? parametersOf(query) : { name: { ...NAME, description: argument ?? "" } }),
    ...(elsewhere === undefined ? {} : { state: { ...NAME, description: elsewhereText(edition) } }),
    ...Object.fromEntries(regions.map((region) => [region, { ...NAME, description: STATE }])),
    ...(details.length === 0 ? {} : { full: { type: "boolean", description: "With every detail" } }),
  };
  const required = inPath === undefined ? [] : ["name", ...regions];
  return {
    listed: {
      name: called,
      title,
      description,
      inputSchema: { type: "object", properties, required },
      annotations: READ_ONLY,
    },
    call(input, { editions, admit, refuse }) {
      const unknown = unknownArgument(input, properties, required);
      if (unknown !== null) return refuse(unknown);
      const { full = "false", state, ...given } = Object.fromEntries(input);
      const isFull = z.stringbool().safeParse(cutText(String(full)));
      if (!isFull.success) return refuse(invalid("full", "must be true or false"));
      const place = given["name"];
      const missing = required.find((argument) => typeof input.get(argument) !== "string");
      if (missing !== undefined) return refuse(invalid(missing, "is missing or not a text"));
      const called = readName("name", String(place ?? given["q"] ?? ""));
      const inState = typed(String(state ?? ""));
      if (typeof called !== "string" && place !== undefined) return refuse(called);
      if (typeof inState !== "string") return refuse(invalid("state", inState.detail));
      const limit = LIMITS[name];
      const texts = Object.entries({ ...(limit === undefined ? {} : { limit }), ...given });
      const parameters = Object.fromEntries(
        texts.map(([key, value]) => [key === "name" ? (inPath ?? key) : key, String(value)]),
      );
      const isElsewhere = state !== undefined && edition.kind === "state" && !isState(inState, edition);
      const asked = isElsewhere && elsewhere !== undefined ? elsewhere : operation;
      if (asked === elsewhere || regions.length > 0) parameters["state"] = inState;
      const isTaken = state === undefined && Object.keys(parameters).every((own) => elsewhereTakes.includes(own));
      return admit(asked.kind, async () => {
        const first = await answerOf(asked, parameters, editions);
        if (!first.ok) return first;
        // What the state's edition does not have may be elsewhere in the country.
        const second =
          first.isMissed && isTaken && elsewhere !== undefined
            ? await answerOf(elsewhere, parameters, editions)
            : first;
        const answered = second.ok && !second.isMissed ? second : first;
        const text = typeof called === "string" ? called : NO_TEXT;
        const takesState = elsewhere === undefined ? "another_tool" : "argument";
        const value = await completed(answered.value, text, editions.of(answered.operation.edition), takesState);
        if (answered.isMissed || isFull.data) return { ok: true, value };
        // A year is complete unless its status says otherwise.
        const isDetail = (member: string, own: unknown) => details.includes(member) || own === "complete";
        const brief = (member: string, own: unknown) => (isDetail(member, own) ? undefined : own);
        return { ok: true, value: Object(JSON.parse(JSON.stringify(value), brief)) };
      });
    },
  };
}

type OperationAnswer =
  | { readonly ok: true; readonly operation: Operation; readonly value: unknown; readonly isMissed: boolean }
  | Refused;

async function answerOf(
  operation: Operation,
  parameters: Readonly<Record<string, string>>,
  editions: Served,
): Promise<OperationAnswer> {
  const answered = await operation.answer(editions, inputOf(operation, { parameters }), AT_ONCE);
  if (!answered.ok) return answered;
  const value: unknown = JSON.parse(answered.answer.body.toString());
  return { ok: true, operation, value, isMissed: isMissed(value) };
}

function isMissed(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return ("found" in value && value.found === false) || ("places" in value && isEmptyList(value.places));
}

function isEmptyList(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

/** An operation's answer with what an assistant needs beside it: the context of its grades, or a way on. */
async function completed(value: unknown, name: Typed, places: Places, takesState: TakesState): Promise<object> {
  if (typeof value !== "object" || value === null) throw new TypeError("an answer is an object");
  const isEmpty = "places" in value && isEmptyList(value.places);
  if (places.kind === "nation") {
    if ("suggestions" in value) return { ...value, ...brieflyInNation(notFound.parse(value)) };
    if (isEmpty) return { ...value, ...brieflyInNation({ suggestions: [], hint: null }) };
    const cautions = cautionsInNation(value, places);
    const about = hasAreas.safeParse(value).success ? AREA_CONTEXT : {};
    const context = { ...contextOf(places.nation.edition), ...about, data_year: places.dataYear };
    return { ...value, context: { ...context, ...(cautions.length === 0 ? {} : { cautions }) } };
  }
  const { edition } = places.records;
  const located = "suggestions" in value ? locateAnswer.parse(value) : null;
  if (located?.found === false) return { ...value, ...briefly(located, edition, takesState) };
  if (("found" in value && value.found === false) || isEmpty)
    return { ...value, ...(await notFoundFrom(name, places, takesState)) };
  if (!("found" in value || "places" in value)) return value;
  const cautions = cautionsIn(value, places);
  return { ...value, context: { ...contextOf(edition), ...(cautions.length === 0 ? {} : { cautions }) } };
}

const hasAreas = z.object({ data: z.object({ areas: z.array(z.unknown()) }) });
const notFound = z.object({ suggestions: nationNotFound.shape.suggestions, hint: nationNotFound.shape.hint });

const STATE = "USPS code or name of its state";

function elsewhereText({ name }: Edition): string {
  return `For a place outside ${name}: ${STATE}. Compared with ${UNITED_STATES.name}`;
}

const NAME = { type: "string", maxLength: MAX_NAME_LENGTH } as const;

const COMPARE: Tool = {
  listed: {
    name: "compare",
    title: "Several places side by side",
    description:
      "Violent and property rates, scores, and grades of several places in one call, their order by each rate, and how sure that order is.",
    inputSchema: {
      type: "object",
      properties: {
        places: {
          type: "array",
          items: NAME,
          description:
            'Cities, or counties with the word "County"; elsewhere only cities, with their state: "Austin, TX". Then all are compared with the United States',
        },
        state: { ...NAME, description: "USPS code or name of the state of places that name none" },
      },
      required: ["places"],
    },
    annotations: READ_ONLY,
  },
  call(input, { editions, admit, refuse }) {
    const unknown = unknownArgument(input, { places: null, state: null }, ["places"]);
    if (unknown !== null) return refuse(unknown);
    const given = input.get("places") ?? [];
    const names = typeof given === "string" ? namesIn(given) : given;
    if (names.length === 0) return refuse(invalid("places", "is missing or empty"));
    const texts: Typed[] = [];
    for (const name of names) {
      const text = readName("places", name);
      if (typeof text !== "string") return refuse(text);
      texts.push(text);
    }
    const of = input.get("state");
    const inState = of === undefined ? undefined : typed(String(of));
    if (typeof inState === "object") return refuse(invalid("state", inState.detail));
    const state = inState && stateOf(inState);
    if (inState !== undefined && state === undefined) return refuse(invalid("state", unknownState(inState)));
    const asked = { names: texts, ...(state ? { state } : {}) };
    return admit("batch", ({ limits, plan }) => compare(editions, asked, limits.batchNames, plan));
  },
};

/** Types, values, and descriptions of query parameters. The operation checks everything else. */
function parametersOf(query: z.ZodObject | undefined) {
  const { properties = {} } = query === undefined ? {} : z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
  return Object.fromEntries(
    // A tool's answer is always an object.
    Object.entries(properties)
      .filter(([name]) => name !== "format")
      .map(([name, schema]) => {
        const { type = "string", enum: values, description } = typeof schema === "object" ? schema : {};
        return [name, { type, enum: values, description }];
      }),
  );
}
