import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { WINDOW_POLICIES } from "../../src/base/window.ts";
import { PLAN_NAMES } from "../../src/domain/plan.ts";
import { MAX_FAULTS, PROBLEMS } from "../../src/domain/problem.ts";
import type { ProblemBody } from "../../src/http/problem.ts";
import type { Served } from "../../src/lookup/served.ts";
import {
  ACCEPT_POST_HEADERS,
  AUTHENTICATE_HEADER,
  allowHeader,
  COMMON_HEADERS,
  LIMIT_HEADERS,
  LIMIT_RETRY_HEADER,
  LONG_PROBLEM_HEADERS,
  NO_STORE_HEADERS,
  RETRY_HEADER,
} from "./headers.ts";
import { exampleProblems } from "./refusals.ts";

const sentence = z.string().max(300).regex(/\S/);
const count = z.int32().min(0);
const pointer = z
  .string()
  .max(60)
  .regex(/^(\/[^/]+)*$/)
  .meta({ description: "Location in the body: a JSON pointer (RFC 6901)" });

/** Additional members of some problems. */
const BATCH_MEMBERS = {
  errors: z
    .array(z.strictObject({ pointer, detail: sentence }))
    .max(MAX_FAULTS)
    .optional()
    .meta({ description: "With `invalid_body` and `name_too_long`: the first faults, with their locations" }),
  limit: count
    .optional()
    .meta({ description: "With `batch_too_large`: how many names or queries the plan allows in a batch" }),
  received: count.optional().meta({ description: "With `batch_too_large`: how many this batch has" }),
  plan: z.enum(PLAN_NAMES).optional().meta({ description: "With `batch_too_large`: the plan of the account" }),
};

const PARAMETER_MEMBERS = {
  errors: z
    .array(
      z.strictObject({
        parameter: z
          .string()
          .max(32)
          .regex(/^[\w-]*$/)
          .meta({ description: "Name of the query parameter; empty if its name is not shown" }),
        detail: sentence,
      }),
    )
    .max(MAX_FAULTS)
    .optional()
    .meta({ description: "With `invalid_parameter`: the first faults, with their parameters" }),
};

const LIMIT_MEMBERS = {
  policy: z.enum([...WINDOW_POLICIES, "burst"]).meta({ description: "The exceeded limit" }),
  limit: count.meta({ description: "How many requests it allows" }),
  remaining: z.literal(0),
  resets_at: z.iso.datetime().max(24).meta({ description: "When the full limit is available again, UTC" }),
};

type Shape = Readonly<Record<string, z.ZodType>>;

interface ProblemGroup {
  readonly description: string;
  /** One example per code; together they list the codes of the group. */
  readonly problems: readonly ProblemBody[];
  readonly members?: Shape;
  readonly headers?: Shape;
  /** Whether the headers have the key's limits. By default they do, as for every admitted request and for 429. */
  readonly limitHeaders?: "none" | "if admitted";
}

export type ProblemResponses = Awaited<ReturnType<typeof problemResponses>>;

/** The error responses that the operations share. */
export async function problemResponses(editions: Served) {
  const problems = await exampleProblems(editions);
  const invalidPlaces: ProblemGroup = {
    description: "A query parameter is unknown, repeated, or has a value that is not allowed.",
    problems: problems.invalidPlaces,
    members: PARAMETER_MEMBERS,
  };
  const parameterSchema = problemSchema("InvalidParameter", invalidPlaces);
  const invalidBatch: ProblemGroup = {
    description: "The body does not match the schema or has more elements than the plan allows. Nothing was looked up.",
    problems: problems.invalidBatch,
    members: BATCH_MEMBERS,
    headers: LONG_PROBLEM_HEADERS,
  };
  const batchSchema = problemSchema("InvalidBatch", invalidBatch);
  return {
    unauthorized: problemResponse("Unauthorized", {
      description: "The header `X-API-Key` is missing or malformed.",
      problems: problems.unauthorized,
      headers: AUTHENTICATE_HEADER,
      limitHeaders: "none",
    }),
    forbidden: problemResponse("Forbidden", {
      description: "The key is wrong, revoked, expired, or restricted to other addresses, or its account is suspended.",
      problems: problems.forbidden,
      limitHeaders: "none",
    }),
    limitExceeded: problemResponse("LimitExceeded", {
      description: "A limit of the key is used up. The request was not counted.",
      problems: problems.limitExceeded,
      members: LIMIT_MEMBERS,
      headers: LIMIT_RETRY_HEADER,
    }),
    unavailable: problemResponse("Unavailable", {
      description: "The service cannot currently check and count keys. The request was not counted.",
      problems: problems.unavailable,
      headers: RETRY_HEADER,
      limitHeaders: "none",
    }),
    internal: problemResponse("InternalError", {
      description: "The service failed on this request.",
      problems: problems.internal,
      limitHeaders: "if admitted",
    }),
    pathUnknown: problemResponse("PathUnknown", {
      description: "There is no such path: it has an empty or an extra segment. An absent place is not an error.",
      problems: problems.pathUnknown,
    }),
    readOnly: problemResponse("ReadOnly", {
      description: "The method is not allowed on this path.",
      problems: problems.readOnly,
      headers: allowHeader("GET, HEAD"),
    }),
    readOnlyOrBatch: problemResponse("ReadOnlyBesideBatch", {
      description:
        "The method is not allowed on this path. With `batch` as the name, this is the path of the batch operation.",
      problems: problems.readOnly,
      headers: allowHeader("GET, HEAD", "POST"),
    }),
    postOnly: problemResponse("PostOnly", {
      description: "The method is not allowed on this path.",
      problems: problems.postOnly,
      headers: allowHeader("POST"),
    }),
    invalidName: problemResponse("InvalidName", {
      description: "The name in the path cannot be decoded or is too long, or the query names another state.",
      problems: [...problems.invalidName, ...problems.otherState],
      members: PARAMETER_MEMBERS,
    }),
    invalidInput: problemResponse("InvalidInput", {
      description: "The name in the path cannot be decoded or is too long, or there is a query parameter.",
      problems: [...problems.invalidName, ...problems.noParameters],
      members: PARAMETER_MEMBERS,
    }),
    invalidPlaces: problemResponse("InvalidParameter", invalidPlaces, parameterSchema),
    invalidLocate: problemResponse(
      "InvalidLocation",
      { ...invalidPlaces, problems: problems.invalidLocate },
      parameterSchema,
    ),
    invalidBatch: problemResponse("InvalidBatch", invalidBatch, batchSchema),
    invalidLocateBatch: problemResponse(
      "InvalidLocateBatch",
      { ...invalidBatch, problems: problems.invalidLocateBatch },
      batchSchema,
    ),
    bodyTooLarge: problemResponse("BodyTooLarge", {
      description: "The body has more than 64 KiB.",
      problems: problems.bodyTooLarge,
    }),
    unsupportedMediaType: problemResponse("UnsupportedMediaType", {
      description: "The body is not declared as JSON in UTF-8, or has a content encoding.",
      problems: problems.unsupportedMediaType,
      headers: ACCEPT_POST_HEADERS,
    }),
  } as const satisfies Readonly<Record<string, ZodOpenApiResponseObject>>;
}

function problemSchema(id: string, { problems, members }: ProblemGroup): z.ZodObject {
  const schema = z.strictObject({
    type: z.url().max(300).meta({ description: "URL of the page about this problem" }),
    title: sentence,
    status: z.literal(problems.map(({ status }) => status).slice(0, 1)),
    detail: sentence.meta({ description: "What is wrong with this request, and how to fix it" }),
    instance: z
      .string()
      .max(45)
      .regex(/^urn:uuid:[0-9a-f-]{36}$/)
      .meta({ description: "This occurrence of the problem" }),
    code: z.enum(problems.map(({ code }) => code)).meta({ description: "Stable code of the problem, for programs" }),
    request_id: z.uuidv4().max(36).meta({ description: "The same as in the header `X-Request-Id`" }),
    ...members,
  });
  return schema.meta({ id: `${id}Problem` });
}

function problemResponse(
  id: string,
  group: ProblemGroup,
  schema: z.ZodType = problemSchema(id, group),
): ZodOpenApiResponseObject {
  const examples = group.problems.map((body) => [body.code, { summary: PROBLEMS[body.code].title, value: body }]);
  return {
    id,
    description: group.description,
    headers: z.object({
      ...COMMON_HEADERS,
      ...NO_STORE_HEADERS,
      ...(group.limitHeaders === undefined ? LIMIT_HEADERS : {}),
      ...(group.limitHeaders === "if admitted" ? z.object(LIMIT_HEADERS).partial().shape : {}),
      ...group.headers,
    }),
    content: {
      "application/problem+json": {
        schema,
        examples: Object.fromEntries(examples),
      },
    },
  };
}
