import type { Allowance, Principal } from "../../access/decision.ts";
import { STATE } from "../../domain/california.ts";
import { MAX_NAME_LENGTH } from "../../domain/name.ts";
import { PLANS } from "../../domain/plan.ts";
import type { Atlas } from "../../snapshot/atlas.ts";
import { namesIn } from "../batch.ts";
import { MAX_BODY_BYTES, readBody } from "../body.ts";
import { nameInPath } from "../path.ts";
import type { Refusal, Refused } from "../problem-answer.ts";
import { unknownParameters } from "../query.ts";
import { decisionRefusal, headerRefusal, INTERNAL_ERROR } from "../refusal.ts";
import { targetOf } from "../target.ts";
import { PLACEHOLDER_BASE_URL } from "./placeholder.ts";

type MaybeRefused = { readonly ok: true } | Refused;

const PRINCIPAL: Principal = { accountId: 1, keyId: 1, keyType: "live", plan: "free", limits: PLANS.free };
const BATCH_PATH = "/v1/safety/batch";
const BATCH_URL = PLACEHOLDER_BASE_URL + BATCH_PATH;
const RESETS_AT_MS = Date.UTC(2026, 0, 1);

/** Every refusal that the document shows, made by the code that makes the real ones. */
export async function exampleRefusals(atlas: Atlas) {
  const refuseBatch = async (
    text: string,
    headers: Record<string, string> = { "Content-Type": "application/json" },
  ) => {
    const body = await readBody(new Request(BATCH_URL, { method: "POST", body: text, headers }));
    return refusalOf(body.ok ? await namesIn(body.bytes, PRINCIPAL) : body);
  };
  const longName = "a".repeat(MAX_NAME_LENGTH + 1);

  return {
    unauthorized: [
      headerRefusal("key_missing", new Request(BATCH_URL)),
      headerRefusal("key_malformed", new Request(BATCH_URL)),
      headerRefusal("key_missing", new Request(BATCH_URL, { headers: { Authorization: "Bearer" } })),
    ],
    forbidden: (["key_unknown", "key_revoked", "key_expired", "account_suspended"] as const).map((code) =>
      decisionRefusal({ outcome: "refused", code }),
    ),
    limitExceeded: [
      exhausted("month_quota_exceeded", "month", PLANS.free.monthlyRequests, 86_400_000),
      exhausted("day_quota_exceeded", "day", 100, 3_600_000),
      exhausted("burst_exceeded", "burst", PLANS.free.burstCapacity, 20),
    ],
    unavailable: (["store_unavailable", "overloaded"] as const).map((code) =>
      decisionRefusal({ outcome: "unavailable", code, retryAfterMs: 1_000 }),
    ),
    internal: [INTERNAL_ERROR],
    pathUnknown: [wrongTarget("GET", "/v1/safety/", atlas)],
    readOnly: [wrongTarget("DELETE", "/v1/stats", atlas)],
    postOnly: [wrongTarget("GET", BATCH_PATH, atlas)],
    invalidName: [refusalOf(nameInPath("%zz")), refusalOf(nameInPath(longName))],
    invalidParameter: [refusalOf(unknownParameters(`stat=${STATE.abbreviation}`) ?? { ok: true })],
    invalidBatch: [
      await refuseBatch("{"),
      await refuseBatch('{"cities":["Irvine",7]}'),
      await refuseBatch(JSON.stringify({ cities: ["Irvine", longName] })),
      await refuseBatch(JSON.stringify({ cities: Array(PLANS.free.batchNames + 1).fill("Irvine") })),
    ],
    bodyTooLarge: [await refuseBatch(" ".repeat(MAX_BODY_BYTES + 1))],
    unsupportedMediaType: [await refuseBatch("cities=Irvine", { "Content-Type": "application/x-www-form-urlencoded" })],
  } as const;
}

function exhausted(
  code: Extract<Parameters<typeof decisionRefusal>[0], { readonly outcome: "exhausted" }>["code"],
  policy: Allowance["policy"],
  limit: number,
  retryAfterMs: number,
): Refusal {
  const allowance = { policy, limit, remaining: 0, resetsAtMs: RESETS_AT_MS };
  return decisionRefusal({ outcome: "exhausted", code, principal: PRINCIPAL, allowance, retryAfterMs });
}

function wrongTarget(method: string, path: string, atlas: Atlas): Refusal {
  const target = targetOf(method, path, atlas);
  if (target.action !== "refuse") throw new RangeError(`${method} ${path} is not refused`);
  return target.refusal;
}

function refusalOf(result: MaybeRefused): Refusal {
  if (result.ok) throw new RangeError("an example of a refusal was not refused");
  return result.refusal;
}
