import type { Clock } from "../base/clock.ts";
import { problemAnswer } from "./problem.ts";

interface HealthOptions {
  /** Why requests cannot be served, in a sentence; null if they can. Never rejects. */
  readonly fault: () => Promise<string | null>;
  readonly baseUrl: string;
  readonly clock: Clock;
}

const RETRY_AFTER_S = 1;

/** Outside `/v1`, without a key and uncounted: for process managers and load balancers. */
export function createHealth({ fault, baseUrl, clock }: HealthOptions) {
  return {
    /** `GET /healthz`: 200 while the process runs. */
    live: () => status("ok"),
    /** `GET /readyz`: 200 once requests can be served, otherwise 503. */
    ready: async () => {
      const detail = await fault();
      if (detail === null) return status("ready");
      const refusal = {
        code: "store_unavailable",
        detail,
        headers: { "Retry-After": String(RETRY_AFTER_S) },
      } as const;
      return problemAnswer(refusal, { baseUrl, requestId: crypto.randomUUID(), nowMs: clock.now() });
    },
  };
}

function status(text: "ok" | "ready"): Response {
  const headers = {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(JSON.stringify({ status: text }), { headers });
}
