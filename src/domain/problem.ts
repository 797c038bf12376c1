import { namesOf } from "../base/named-table.ts";

/** Every way a request can fail, by its stable `code` (decisions 5), with status, title, and what to do. */
export interface Problem {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503;
  readonly title: string;
}

export const PROBLEMS = {
  invalid_path: { status: 400, title: "The path is not valid" },
  invalid_parameter: { status: 400, title: "A query parameter is not valid" },
  name_too_long: { status: 400, title: "The name is too long" },
  invalid_json: { status: 400, title: "The body is not valid JSON" },
  invalid_body: { status: 400, title: "The body is not as described" },
  batch_too_large: { status: 400, title: "The batch is too large for the plan" },
  key_missing: { status: 401, title: "The API key is missing" },
  key_malformed: { status: 401, title: "The API key is malformed" },
  key_misplaced: { status: 401, title: "The API key is in the wrong place" },
  key_unknown: { status: 403, title: "The API key is unknown" },
  key_revoked: { status: 403, title: "The API key is revoked" },
  key_expired: { status: 403, title: "The API key has expired" },
  account_suspended: { status: 403, title: "The account is suspended" },
  address_not_allowed: { status: 403, title: "The API key may not be used from this address" },
  path_unknown: { status: 404, title: "There is nothing at this path" },
  method_not_allowed: { status: 405, title: "The method is not allowed here" },
  body_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The body is not JSON in UTF-8" },
  month_quota_exceeded: { status: 429, title: "The monthly quota is used up" },
  day_quota_exceeded: { status: 429, title: "The daily limit of the test key is used up" },
  burst_exceeded: { status: 429, title: "Too many requests at once" },
  internal_error: { status: 500, title: "Something went wrong on the server" },
  store_unavailable: { status: 503, title: "The service cannot count requests right now" },
  overloaded: { status: 503, title: "The service has too many requests waiting" },
} as const satisfies Record<string, Problem>;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = namesOf(PROBLEMS);

/** An error in the input: its location and what is wrong there. */
export type InputFault = { readonly detail: string } & (
  | {
      /** An RFC 6901 JSON pointer into the body. */
      readonly pointer: string;
    }
  | {
      /** The name of a query parameter, or "" if the name must not be shown. */
      readonly parameter: string;
    }
);

/** The most faults that an answer lists; a body of 64 KiB could hold thousands. */
export const MAX_FAULTS = 10;
