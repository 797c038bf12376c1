import { MAX_BODY_BYTES } from "../../api/body.ts";
import { PLANS } from "../../domain/plan.ts";
import type { ProblemCode } from "../../domain/problem.ts";

/** What the page of a problem says: what the problem means, its cause, and what to do. */
interface ErrorGuide {
  readonly meaning: string;
  readonly cause: string;
  /** Steps, the most likely first. Backticks mark code. */
  readonly fix: readonly string[];
  /** A request that gets it. The OpenAPI document has the answer, and a test sends it. */
  readonly request: RefusedRequest;
}

export interface RefusedRequest {
  /** `GET` by default. */
  readonly method?: string;
  readonly path: string;
  /** With `KEY` for the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Stands for the reader's key in the headers of a request. */
export const KEY = "svc_live_…";
const WITH_KEY = { "X-API-Key": KEY };
const STATISTICS: RefusedRequest = { path: "/v1/stats", headers: WITH_KEY };

function batchOf(body: string, type = "application/json"): RefusedRequest {
  return { method: "POST", path: "/v1/safety/batch", headers: { ...WITH_KEY, "Content-Type": type }, body };
}

const WAIT = "Wait the seconds of `Retry-After`, plus a random part, and send the request again.";
const MAKE_KEY = "Create a key under Dashboard, API Keys.";

/** One entry for each code; the type requires it. */
export const ERROR_GUIDES: Readonly<Record<ProblemCode, ErrorGuide>> = {
  invalid_path: {
    meaning: "The name in the path could not be read, so nothing was looked up.",
    cause: "A lone `%`, bytes that are not UTF-8, or a control character other than a line end or tab after decoding.",
    fix: ["Encode the name as `encodeURIComponent` does; a space may also be `+`.", "Remove control characters."],
    request: { path: "/v1/safety/50%", headers: WITH_KEY },
  },
  invalid_parameter: {
    meaning: "A query parameter is unknown, repeated, or has a value that is not allowed.",
    cause: "A misspelled parameter name, or a value that does not have the form described in the reference.",
    fix: [
      "Look at `errors`: each of the first ten names its parameter, what is wrong with it, and its value. `detail` has the first one.",
      "Compare the parameters with the reference. This endpoint never ignores a misspelled filter.",
    ],
    request: { path: "/v1/places?limit=1000", headers: WITH_KEY },
  },
  name_too_long: {
    meaning: "A name has more than 100 characters. No city or county has such a name.",
    cause: "An address or a sentence instead of a name, or several names joined into one.",
    fix: ["Send only the name.", "In a batch, `errors` points at the element: `/cities/3` is the fourth."],
    request: { path: `/v1/safety/${"A+very+long+name+".repeat(7)}`, headers: WITH_KEY },
  },
  invalid_json: {
    meaning: "The body is not JSON, so nothing was looked up.",
    cause: "An empty body, single quotes, an extra comma, a truncated body, or text that is not UTF-8.",
    fix: [
      "Create the body with a JSON library.",
      "In a shell, put the body in single quotes: `-d '{\"cities\":[…]}'`.",
    ],
    request: batchOf("{'cities':['Irvine']}"),
  },
  invalid_body: {
    meaning: "The body is JSON, but not of the form that the reference describes: a list in `cities` or `queries`.",
    cause: "The list is missing, or one of its elements is not a name or not a valid query.",
    fix: [
      "Look at `errors`: each of the first ten has the JSON pointer of the place and what is wrong there. `detail` has the first one.",
      "Send every name and ZIP code as a string, and coordinates as numbers.",
    ],
    request: batchOf('{"cities":["Irvine",92618]}'),
  },
  batch_too_large: {
    meaning: "The batch has more names or queries than the plan allows. Nothing was looked up.",
    cause: "More than `limit` elements. A repeated one counts each time.",
    fix: [
      "Send several batches of at most `limit` elements each. `limit` is the maximum of your `plan`, and `received` is how many you sent. Both clients split batches for you.",
      "Or upgrade your plan.",
    ],
    request: batchOf(JSON.stringify({ cities: Array(PLANS.free.batchNames + 1).fill("Irvine") })),
  },
  key_missing: {
    meaning: "The request has no API key.",
    cause:
      "The header `X-API-Key` is absent or empty, often because the environment variable that holds the key is not set.",
    fix: [
      "Send the key in the header `X-API-Key`.",
      "Check that the environment variable is set where the program runs.",
      MAKE_KEY,
    ],
    request: { path: "/v1/stats", headers: {} },
  },
  key_malformed: {
    meaning: "The value of `X-API-Key` does not have the form of an API key.",
    cause: "Quotes, spaces, or the word `Bearer` around the key, two headers, or a key of another service.",
    fix: ["Send the key alone: it begins with `svc_live_` or `svc_test_`.", "Copy it again from where you stored it."],
    request: { path: "/v1/stats", headers: { "X-API-Key": `"${KEY}"` } },
  },
  key_misplaced: {
    meaning: "The request has a key, but not in the header `X-API-Key`.",
    cause: "The key is in `Authorization` or in the URL.",
    fix: [
      "Move it to the header `X-API-Key`.",
      "If it was in a URL, reissue it: proxies, browsers, and logs store URLs.",
    ],
    request: { path: "/v1/stats", headers: { Authorization: `Bearer ${KEY}` } },
  },
  key_unknown: {
    meaning: "The key is well-formed, but there is no such key.",
    cause: "A character was lost in copying, the key belongs to another server, or its account was deleted.",
    fix: ["Compare its last four characters with the dashboard.", "Check the URL of the server.", MAKE_KEY],
    request: STATISTICS,
  },
  key_revoked: {
    meaning: "The key was revoked, or replaced by a newer one.",
    cause: "Someone with access to the account revoked or reissued it, or its grace period after a reissue has ended.",
    fix: ["Use the key that replaced it.", MAKE_KEY],
    request: STATISTICS,
  },
  key_expired: {
    meaning: "The key has reached its expiry.",
    cause: "It was created with an expiry.",
    fix: ["Create a new key, and plan its replacement before it expires."],
    request: STATISTICS,
  },
  account_suspended: {
    meaning: "The account of this key is suspended, so none of its keys work.",
    cause: "The operator suspended it.",
    fix: ["Write to the operator of the service."],
    request: STATISTICS,
  },
  path_unknown: {
    meaning: "There is no endpoint at this path. A city that is not in the dataset is never a 404.",
    cause: "A typing mistake in the path, an empty name, or a name with an unencoded slash.",
    fix: ["Compare the path with the reference.", "Encode names: a slash is `%2F`."],
    request: { path: "/v1/safety/", headers: WITH_KEY },
  },
  method_not_allowed: {
    meaning: "The path exists, but not for this method.",
    cause: "Batches use `POST`; everything else uses `GET` or `HEAD`.",
    fix: ["Use a method that the header `Allow` lists."],
    request: { method: "DELETE", path: "/v1/stats", headers: WITH_KEY },
  },
  body_too_large: {
    meaning: "The body has more than 64 KiB and was not read.",
    cause: "Far more elements than any plan allows, or other content.",
    fix: ["Send several batches."],
    request: batchOf(" ".repeat(MAX_BODY_BYTES + 1)),
  },
  unsupported_media_type: {
    meaning: "The body is not declared as JSON in UTF-8, so it was not read.",
    cause: "No `Content-Type`, a form, another charset, or a compressed body.",
    fix: ["Send `Content-Type: application/json`.", "Send the body uncompressed."],
    request: batchOf("cities=Irvine", "application/x-www-form-urlencoded"),
  },
  month_quota_exceeded: {
    meaning: "The live keys of the account have used up this month's requests. This request was not counted.",
    cause: "The account has sent all requests that its plan includes in a calendar month (UTC).",
    fix: [
      "Wait until `resets_at`, the first of the next month. `Retry-After` is absent if that is more than an hour away.",
      "Upgrade your plan: the new limit applies to the next request.",
      "Send batches, which count as one request each, and cache answers: they change once or twice a year.",
    ],
    request: STATISTICS,
  },
  day_quota_exceeded: {
    meaning: "The test key has used up its requests of this UTC day. This request was not counted.",
    cause: "100 requests with one test key since 00:00 UTC.",
    fix: [
      "Wait until `resets_at`, the next midnight UTC. `Retry-After` is absent if that is more than an hour away.",
      "For anything other than development, use a live key.",
    ],
    request: STATISTICS,
  },
  burst_exceeded: {
    meaning: "The key sends requests faster than its plan allows. This request was not counted.",
    cause:
      "More requests at the same time than the burst allows, or more per second over a longer time than the plan's rate.",
    fix: [WAIT, "Limit how many requests you send at the same time, or send batches."],
    request: STATISTICS,
  },
  internal_error: {
    meaning: "Something broke on the server. This should not happen.",
    cause: "A fault of the service, not of your request.",
    fix: [
      "Send the request again, once.",
      "If it fails again, send the `request_id` to the operator, who can find the cause in the log.",
    ],
    request: STATISTICS,
  },
  store_unavailable: {
    meaning: "The service cannot check keys at this moment, and it answers no request that it cannot count.",
    cause: "Its database is out of reach, for example during an update.",
    fix: [WAIT],
    request: STATISTICS,
  },
  overloaded: {
    meaning: "The service has too many requests waiting. This one was refused immediately and not counted.",
    cause: "A peak in traffic, from your keys or from others'.",
    fix: [WAIT],
    request: STATISTICS,
  },
};
