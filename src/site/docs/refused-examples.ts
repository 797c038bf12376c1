import { PLANS } from "../../domain/plan.ts";
import type { ProblemCode } from "../../domain/problem.ts";
import { MAX_BODY_BYTES } from "../../http/body.ts";

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

/** For each code a request that gets it. The OpenAPI document has the answers, and a test sends the requests. */
export const REFUSED_REQUESTS: Readonly<Record<ProblemCode, RefusedRequest>> = {
  invalid_path: { path: "/v1/safety/50%", headers: WITH_KEY },
  invalid_parameter: { path: "/v1/places?limit=1000", headers: WITH_KEY },
  name_too_long: { path: `/v1/safety/${"A+very+long+name+".repeat(7)}`, headers: WITH_KEY },
  invalid_json: batchOf("{'cities':['Irvine']}"),
  invalid_body: batchOf('{"cities":["Irvine",92618]}'),
  batch_too_large: batchOf(JSON.stringify({ cities: Array(PLANS.free.batchNames + 1).fill("Irvine") })),
  key_missing: { path: "/v1/stats", headers: {} },
  key_malformed: { path: "/v1/stats", headers: { "X-API-Key": `"${KEY}"` } },
  key_misplaced: { path: "/v1/stats", headers: { Authorization: `Bearer ${KEY}` } },
  key_unknown: STATISTICS,
  key_revoked: STATISTICS,
  key_expired: STATISTICS,
  account_suspended: STATISTICS,
  address_not_allowed: STATISTICS,
  path_unknown: { path: "/v1/safety/", headers: WITH_KEY },
  method_not_allowed: { method: "DELETE", path: "/v1/stats", headers: WITH_KEY },
  body_too_large: batchOf(" ".repeat(MAX_BODY_BYTES + 1)),
  unsupported_media_type: batchOf("cities=Irvine", "application/x-www-form-urlencoded"),
  month_quota_exceeded: STATISTICS,
  day_quota_exceeded: STATISTICS,
  burst_exceeded: STATISTICS,
  internal_error: STATISTICS,
  store_unavailable: STATISTICS,
  overloaded: STATISTICS,
};
