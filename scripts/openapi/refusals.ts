import type { Allowance, Decision, Principal } from "../../src/access/decision.ts";
import { mintKey } from "../../src/access/key.ts";
import { createApi } from "../../src/api/handler.ts";
import { PLACEHOLDER_BASE_URL } from "../../src/api/openapi/serve.ts";
import { FairQueue } from "../../src/base/fair-queue.ts";
import { MAX_NAME_LENGTH } from "../../src/base/text.ts";
import { PLANS } from "../../src/domain/plan.ts";
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from "../../src/domain/problem.ts";
import type { ProblemBody } from "../../src/http/problem.ts";
import { type Served, servedFrom } from "../../src/lookup/served.ts";
import { KEY, REFUSED_REQUESTS, type RefusedRequest } from "../../src/site/docs/refused-examples.ts";

const PRINCIPAL: Principal = {
  keyId: 1,
  keyType: "live",
  plan: "free",
  limits: PLANS.free,
  allowed: null,
};
const EXAMPLE_ADDRESS = "198.51.100.7";
const NOW_MS = Date.UTC(2025, 11, 31, 23);
const RESETS_AT_MS = Date.UTC(2026, 0, 1);
const REQUEST_ID = "3f0f6c0e-5a52-4a55-9d64-0b6f6f3d7a10";
const ADMITTED: Decision = { outcome: "admitted", principal: PRINCIPAL, allowance: allowanceOf("month", 1_000) };

/** What admission decides for the codes that it gives. */
const DECISIONS: Readonly<Partial<Record<ProblemCode, Decision>>> = {
  key_unknown: { outcome: "refused", code: "key_unknown" },
  key_revoked: { outcome: "refused", code: "key_revoked" },
  key_expired: { outcome: "refused", code: "key_expired" },
  account_suspended: { outcome: "refused", code: "account_suspended" },
  address_not_allowed: { outcome: "refused", code: "address_not_allowed" },
  month_quota_exceeded: exhausted("month_quota_exceeded", allowanceOf("month", PLANS.free.monthlyRequests)),
  day_quota_exceeded: exhausted("day_quota_exceeded", allowanceOf("day", 100)),
  burst_exceeded: exhausted("burst_exceeded", allowanceOf("burst", PLANS.free.burstCapacity)),
  store_unavailable: { outcome: "unavailable", code: "store_unavailable", retryAfterMs: 1_000 },
  overloaded: { outcome: "unavailable", code: "overloaded", retryAfterMs: 1_000 },
};

/** The problems that the document shows: the service's answers to the requests of the pages about errors, and to others. */
export async function exampleProblems(editions: Served) {
  const { key } = mintKey("live");
  const contract = {
    ...editions.contract,
    get stats(): never {
      throw new Error("an example");
    },
  };
  const broken = servedFrom([contract, ...editions.nations]);

  async function problem(code: ProblemCode, request: RefusedRequest = REFUSED_REQUESTS[code]): Promise<ProblemBody> {
    const api = createApi({
      editions: () => (code === "internal_error" ? broken : editions),
      admission: { decide: (_digest, _kind, _address, asker) => asker.decided(DECISIONS[code] ?? ADMITTED, NOW_MS) },
      clock: { now: () => NOW_MS },
      turns: new FairQueue(),
      monotonicMs: () => 0,
      baseUrl: PLACEHOLDER_BASE_URL,
    });
    const { method = "GET", path, headers, body = null } = request;
    const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, value.replace(KEY, key)]);
    const answer = await api(
      new Request(PLACEHOLDER_BASE_URL + path, { method, headers: sent, body }),
      () => EXAMPLE_ADDRESS,
    );
    const found: ProblemBody = JSON.parse(await answer.text());
    if (found.code !== code) throw new RangeError(`the request for ${code} got ${found.code}`);
    return { ...found, instance: `urn:uuid:${REQUEST_ID}`, request_id: REQUEST_ID };
  }

  const each = (...codes: readonly ProblemCode[]) => Promise.all(codes.map((code) => problem(code)));
  const ofStatus = (status: number) => each(...PROBLEM_CODES.filter((code) => PROBLEMS[code].status === status));
  const { headers } = REFUSED_REQUESTS.invalid_body;
  const longName = JSON.stringify({ cities: ["Irvine", "a".repeat(MAX_NAME_LENGTH + 1)] });
  const tooLong = { ...REFUSED_REQUESTS.invalid_body, body: longName };
  return {
    unauthorized: await ofStatus(401),
    forbidden: await ofStatus(403),
    limitExceeded: await ofStatus(429),
    unavailable: await ofStatus(503),
    internal: await ofStatus(500),
    pathUnknown: await ofStatus(404),
    readOnly: await ofStatus(405),
    postOnly: [await problem("method_not_allowed", { path: "/v1/safety/batch", headers })],
    invalidName: await each("invalid_path", "name_too_long"),
    otherState: [await problem("invalid_parameter", { path: "/v1/safety/Austin?state=TX", headers })],
    noParameters: [await problem("invalid_parameter", { path: "/v1/explain/Irvine?year=2024", headers })],
    invalidPlaces: await each("invalid_parameter"),
    invalidLocate: [await problem("invalid_parameter", { path: "/v1/locate?lat=34.1", headers })],
    invalidBatch: [
      ...(await each("invalid_json", "invalid_body")),
      await problem("name_too_long", tooLong),
      ...(await each("batch_too_large")),
    ],
    invalidLocateBatch: [
      ...(await each("invalid_json")),
      await problem("invalid_body", locateBatch({ zip: "926" })),
      await problem(
        "batch_too_large",
        locateBatch(...Array.from({ length: PLANS.free.batchNames + 1 }, () => ({ zip: "92618" }))),
      ),
    ],
    bodyTooLarge: await ofStatus(413),
    unsupportedMediaType: await ofStatus(415),
  } as const;
}

function locateBatch(...queries: readonly object[]): RefusedRequest {
  return { ...REFUSED_REQUESTS.invalid_body, path: "/v1/locate/batch", body: JSON.stringify({ queries }) };
}

function exhausted(code: Extract<Decision, { readonly outcome: "exhausted" }>["code"], allowance: Allowance): Decision {
  const retryAfterMs = code === "burst_exceeded" ? 20 : RESETS_AT_MS - NOW_MS;
  return { outcome: "exhausted", code, principal: PRINCIPAL, allowance, retryAfterMs };
}

function allowanceOf(policy: Allowance["policy"], limit: number): Allowance {
  return { policy, limit, remaining: 0, resetsAtMs: RESETS_AT_MS };
}
