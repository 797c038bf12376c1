import type { ClientAddress } from "../access/allowed-addresses.ts";
import type { Decision, NotAdmitted } from "../access/decision.ts";
import type { KeyDigest, KeyHeader } from "../access/key.ts";
import { HOUR_MS } from "../base/window.ts";
import { wholeSeconds } from "./answer.ts";
import type { Refusal } from "./problem.ts";

/** Reveals nothing about the internals; the log has the cause under the request's id. */
export const INTERNAL_ERROR: Refusal = {
  code: "internal_error",
  detail: "The request failed. If it happens again, send us the request_id.",
};

type HeaderFault = Extract<KeyHeader, { readonly ok: false }>["code"];

const HEADER_DETAILS = {
  key_missing: "Send your API key in the header X-API-Key. Create keys in the dashboard, under API Keys.",
  key_malformed:
    "The value of X-API-Key is not an API key. Send one key, svc_live_… or svc_test_…, without quotes or spaces.",
} as const satisfies Record<HeaderFault, string>;

const KEY_DETAILS = {
  key_unknown: "There is no such key. Compare it with the dashboard, where each key shows its last four characters.",
  key_revoked: "The key was revoked or replaced. Use its successor, or create a key in the dashboard.",
  key_expired: "The key has expired. Create a new one in the dashboard.",
  account_suspended: "The account of this key is suspended. Write to the operator of the service.",
  address_not_allowed: "Its holder allows other IP addresses in the dashboard, on the page of the key.",
} as const satisfies Record<Extract<Decision, { readonly outcome: "refused" }>["code"], string>;

const LIMIT_DETAILS = {
  month_quota_exceeded: "The account's live keys have used up this month's requests (UTC).",
  day_quota_exceeded: "The test key has used up today's requests (UTC).",
  burst_exceeded: "The key sends requests faster than its plan allows. Wait, then spread them out.",
} as const satisfies Record<Extract<Decision, { readonly outcome: "exhausted" }>["code"], string>;

const UNAVAILABLE_DETAILS = {
  store_unavailable: "The service cannot currently check keys. The request was not counted; send it again later.",
  overloaded: "Too many requests are waiting. This one was not counted; send it again later.",
} as const satisfies Record<Extract<Decision, { readonly outcome: "unavailable" }>["code"], string>;

/** Refuses a missing or malformed `X-API-Key` (contract 5.5), and detects a key in the wrong place. */
export function headerRefusal(code: HeaderFault, request: Request): Refusal {
  if (code === "key_missing") {
    if (request.headers.get("authorization")) {
      return misplaced("The API key belongs in the header X-API-Key, not in Authorization.");
    }
    if (holdsKey(request.url)) {
      return misplaced(
        "The API key belongs in the header X-API-Key, not in the URL, which proxies and logs store. Reissue this key.",
      );
    }
  }
  return { code, detail: HEADER_DETAILS[code] };
}

const KEY_MISTYPED =
  "This is not a valid API key: its length or checksum is wrong. Copy the whole key again: it has 47 characters.";

/** Refuses a request with a key that was not admitted. `digest` is null if the key's checksum or length is wrong. */
export function decisionRefusal(decision: NotAdmitted, digest?: KeyDigest | null, address?: ClientAddress): Refusal {
  switch (decision.outcome) {
    case "refused":
      if (decision.code === "address_not_allowed") {
        const from = `The key may not be used from the address of this request, ${address?.() ?? "which is unknown"}.`;
        return { code: decision.code, detail: `${from} ${KEY_DETAILS[decision.code]}` };
      }
      if (digest === null && decision.code === "key_unknown") return { code: decision.code, detail: KEY_MISTYPED };
      return { code: decision.code, detail: KEY_DETAILS[decision.code] };
    case "unavailable": {
      const headers = { "Retry-After": retryAfter(decision.retryAfterMs) };
      return { code: decision.code, detail: UNAVAILABLE_DETAILS[decision.code], headers };
    }
    case "exhausted": {
      const { policy, limit, resetsAtMs } = decision.allowance;
      const resetsAt = new Date(resetsAtMs).toISOString();
      const until = decision.code === "burst_exceeded" ? "" : ` The next request is admitted at ${resetsAt}.`;
      return {
        code: decision.code,
        detail: LIMIT_DETAILS[decision.code] + until,
        members: { policy, limit, remaining: 0, resets_at: resetsAt },
        ...(decision.retryAfterMs > MAX_RETRY_AFTER_MS
          ? {}
          : { headers: { "Retry-After": retryAfter(decision.retryAfterMs) } }),
      };
    }
  }
}

/** Many clients sleep as long as `Retry-After` says, so a longer wait is only in `resets_at` (decisions 4). */
const MAX_RETRY_AFTER_MS = HOUR_MS;

function misplaced(detail: string): Refusal {
  return { code: "key_misplaced", detail };
}

/** One of our keys anywhere in the URL, or a query parameter that is meant to be a key. */
function holdsKey(url: string): boolean {
  return /svc_(?:live|test)_|[?&](?:x[-_])?(?:api[-_]?)?key=/i.test(url);
}

/** At least one second: zero would make the client retry immediately. */
function retryAfter(ms: number): string {
  return String(Math.max(1, wholeSeconds(ms)));
}
