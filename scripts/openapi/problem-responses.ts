import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { MAX_FAULTS } from "../../src/api/batch.ts";
import { PLACEHOLDER_BASE_URL } from "../../src/api/openapi/placeholder.ts";
import { problemBody, type Refusal } from "../../src/api/problem.ts";
import { PLAN_NAMES } from "../../src/domain/plan.ts";
import { PROBLEMS } from "../../src/domain/problem.ts";
import { WINDOW_POLICIES } from "../../src/domain/window.ts";
import {
  ACCEPT_POST_HEADERS,
  AUTHENTICATE_HEADER,
  allowHeader,
  COMMON_HEADERS,
  LIMIT_HEADERS,
  LONG_PROBLEM_HEADERS,
  NO_STORE_HEADERS,
  RETRY_HEADER,
} from "./headers.ts";
import { exampleRefusals } from "./refusals.ts";

const EXAMPLE_REQUEST_ID = "3f0f6c0e-5a52-4a55-9d64-0b6f6f3d7a10";

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
  limit: count.optional().meta({ description: "With `batch_too_large`: how many names the plan allows in a batch" }),
  received: count.optional().meta({ description: "With `batch_too_large`: how many names this batch has" }),
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
  readonly refusals: readonly Refusal[];
  readonly members?: Shape;
  readonly headers?: Shape;
  /** Whether the headers have the key's limits. By default they do, as for every admitted request and for 429. */
  readonly limitHeaders?: "none" | "if admitted";
}

export type ProblemResponses = Awaited<ReturnType<typeof problemResponses>>;

/** The error responses that the operations share. */
export async function problemResponses() {
  const refusals = await exampleRefusals();
  return {
    unauthorized: problemResponse("Unauthorized", {
      description: "The header `X-API-Key` is missing or malformed.",
      refusals: refusals.unauthorized,
      headers: AUTHENTICATE_HEADER,
      limitHeaders: "none",
    }),
    forbidden: problemResponse("Forbidden", {
      description: "The key is wrong, revoked, or expired, or its account is suspended.",
      refusals: refusals.forbidden,
      limitHeaders: "none",
    }),
    limitExceeded: problemResponse("LimitExceeded", {
      description: "A limit of the key is used up. The request was not counted.",
      refusals: refusals.limitExceeded,
      members: LIMIT_MEMBERS,
      headers: RETRY_HEADER,
    }),
    unavailable: problemResponse("Unavailable", {
      description: "The service cannot currently check and count keys. The request was not counted.",
      refusals: refusals.unavailable,
      headers: RETRY_HEADER,
      limitHeaders: "none",
    }),
    internal: problemResponse("InternalError", {
      description: "The service failed on this request.",
      refusals: refusals.internal,
      limitHeaders: "if admitted",
    }),
    pathUnknown: problemResponse("PathUnknown", {
      description: "There is no such path: it has an empty or an extra segment. An absent place is not an error.",
      refusals: refusals.pathUnknown,
    }),
    readOnly: problemResponse("ReadOnly", {
      description: "The method is not allowed on this path.",
      refusals: refusals.readOnly,
      headers: allowHeader("GET, HEAD"),
    }),
    readOnlyOrBatch: problemResponse("ReadOnlyBesideBatch", {
      description:
        "The method is not allowed on this path. With `batch` as the name, this is the path of the batch operation.",
      refusals: refusals.readOnly,
      headers: allowHeader("GET, HEAD", "POST"),
    }),
    postOnly: problemResponse("PostOnly", {
      description: "The method is not allowed on this path.",
      refusals: refusals.postOnly,
      headers: allowHeader("POST"),
    }),
    invalidName: problemResponse("InvalidName", {
      description: "The name in the path cannot be decoded, or is too long.",
      refusals: refusals.invalidName,
    }),
    invalidInput: problemResponse("InvalidInput", {
      description: "The name in the path cannot be decoded or is too long, or there is a query parameter.",
      refusals: [...refusals.invalidName, ...refusals.invalidParameter],
      members: PARAMETER_MEMBERS,
    }),
    invalidParameter: problemResponse("InvalidParameter", {
      description: "A query parameter is unknown, repeated, or has a value that is not allowed.",
      refusals: refusals.invalidParameter,
      members: PARAMETER_MEMBERS,
    }),
    invalidBatch: problemResponse("InvalidBatch", {
      description: "The body does not match the schema or has more names than the plan allows. Nothing was looked up.",
      refusals: refusals.invalidBatch,
      members: BATCH_MEMBERS,
      headers: LONG_PROBLEM_HEADERS,
    }),
    bodyTooLarge: problemResponse("BodyTooLarge", {
      description: "The body has more than 64 KiB.",
      refusals: refusals.bodyTooLarge,
    }),
    unsupportedMediaType: problemResponse("UnsupportedMediaType", {
      description: "The body is not declared as JSON in UTF-8, or has a content encoding.",
      refusals: refusals.unsupportedMediaType,
      headers: ACCEPT_POST_HEADERS,
    }),
  } as const satisfies Readonly<Record<string, ZodOpenApiResponseObject>>;
}

function problemResponse(id: string, group: ProblemGroup): ZodOpenApiResponseObject {
  const bodies = group.refusals.map((refusal) =>
    problemBody(refusal, { baseUrl: PLACEHOLDER_BASE_URL, requestId: EXAMPLE_REQUEST_ID }),
  );
  const codes = group.refusals.map((refusal) => refusal.code);
  const schema = z.strictObject({
    type: z.url().max(300).meta({ description: "URL of the page about this problem" }),
    title: sentence,
    status: z.literal(bodies.map((body) => body.status).slice(0, 1)),
    detail: sentence.meta({ description: "What is wrong with this request, and how to fix it" }),
    instance: z
      .string()
      .max(45)
      .regex(/^urn:uuid:[0-9a-f-]{36}$/)
      .meta({ description: "This occurrence of the problem" }),
    code: z.enum(codes).meta({ description: "Stable code of the problem, for programs" }),
    request_id: z.uuidv4().max(36).meta({ description: "The same as in the header `X-Request-Id`" }),
    ...group.members,
  });
  const examples = bodies.map((body) => [body.code, { summary: PROBLEMS[body.code].title, value: body }] as const);
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
        schema: schema.meta({ id: `${id}Problem` }),
        examples: Object.fromEntries(examples),
      },
    },
  };
}
