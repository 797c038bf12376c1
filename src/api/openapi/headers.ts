import { z } from "zod";

// Header fields of answers, as shapes for `z.object`.

/** On every answer under `/v1`. */
export const COMMON_HEADERS = {
  "X-Request-Id": z
    .uuidv4()
    .max(36)
    .meta({
      description:
        "Names this request, also in the service's log. Made by the server; one of the client is not taken over.",
      example: "3f0f6c0e-5a52-4a55-9d64-0b6f6f3d7a10",
      header: { id: "RequestId" },
    }),
  "X-Content-Type-Options": z.literal("nosniff").meta({ header: { id: "ContentTypeOptions" } }),
};

const policyName = "(month|day|burst)";
const decimal = z.string().max(10).regex(/^\d+$/);

/** On every admitted answer, and where a limit is used up: where the key stands in its tightest window (decisions 4). */
export const LIMIT_HEADERS = {
  "RateLimit-Policy": z
    .string()
    .max(40)
    .regex(new RegExp(`^"${policyName}";q=\\d+$`))
    .meta({
      description: "The limit that is nearest: its name and how many requests it allows (IETF httpapi draft)",
      example: '"month";q=1000',
      header: { id: "RateLimitPolicy" },
    }),
  RateLimit: z
    .string()
    .max(60)
    .regex(new RegExp(`^"${policyName}";r=\\d+;t=\\d+$`))
    .meta({
      description: "Requests that are left, and seconds until the full limit is there again (IETF httpapi draft)",
      example: '"month";r=871;t=86400',
      header: { id: "RateLimit" },
    }),
  "X-RateLimit-Limit": decimal.meta({
    description: "The limit of `RateLimit-Policy`",
    example: "1000",
    header: { id: "RateLimitLimit" },
  }),
  "X-RateLimit-Remaining": decimal.meta({
    description: "Requests that are left",
    example: "871",
    header: { id: "RateLimitRemaining" },
  }),
  "X-RateLimit-Reset": decimal.meta({
    description: "When the full limit is there again, in seconds since 1970-01-01 UTC",
    example: "1767225600",
    header: { id: "RateLimitReset" },
  }),
};

/** On the answers of GET, 304 included. */
export const VALIDATOR_HEADERS = {
  ETag: z
    .string()
    .max(29)
    .regex(/^"[A-Za-z0-9_-]{22}(-br|-zstd|-gzip)?"$/)
    .meta({
      description: "Strong entity tag of dataset, resource, and coding; send it back as `If-None-Match`",
      example: '"i6oUvS0tTn8gJ4ZbQz0a1w"',
      header: { id: "ETag" },
    }),
  "Last-Modified": z
    .string()
    .max(29)
    .regex(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
    .meta({
      description: "When the content of the dataset last changed",
      example: "Tue, 01 Jul 2025 00:00:00 GMT",
      header: { id: "LastModified" },
    }),
  "Cache-Control": z.literal("private, max-age=300").meta({ header: { id: "CacheForMinutes" } }),
  Vary: z
    .enum(["X-API-Key", "X-API-Key, Accept-Encoding"])
    .meta({ description: "With `Accept-Encoding` where the answer has more than 1 KB", header: { id: "VaryByKey" } }),
};

/** On answers that nobody may keep: errors and batches. */
export const NO_STORE_HEADERS = {
  "Cache-Control": z.literal("no-store").meta({ header: { id: "NoStore" } }),
};

/** On problems that may have more than 1 KB, since they say what is wrong in several places. */
export const LONG_PROBLEM_HEADERS = {
  Vary: z
    .literal("Accept-Encoding")
    .optional()
    .meta({ description: "Problems above 1 KB", header: { id: "VaryByCoding" } }),
};

export const BATCH_HEADERS = {
  Vary: z.literal("X-API-Key, Accept-Encoding").meta({ header: { id: "VaryByKeyAndCoding" } }),
};

export const AUTHENTICATE_HEADER = {
  "WWW-Authenticate": z
    .literal('ApiKey realm="safety-statistics"')
    .meta({ description: "How to authenticate: by `X-API-Key`", header: { id: "Authenticate" } }),
};

export const RETRY_HEADER = {
  "Retry-After": decimal.meta({
    description: "Whole seconds after which to try again",
    example: "30",
    header: { id: "RetryAfter" },
  }),
};

export const ACCEPT_POST_HEADERS = {
  "Accept-Post": z.literal("application/json").meta({ header: { id: "AcceptPost" } }),
  "Accept-Encoding": z
    .literal("identity")
    .optional()
    .meta({ description: "Where the body had a content encoding", header: { id: "AcceptNoCoding" } }),
};

export function allowHeader(...methods: readonly ("GET, HEAD" | "POST")[]) {
  return { Allow: z.literal(methods) };
}
