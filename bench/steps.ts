import { createAdmission } from "../src/access/admission.ts";
import { digestOf, keyHeaderReader } from "../src/access/key.ts";
import type { AdmissionRequest } from "../src/access/store.ts";
import { createAnswers } from "../src/api/answer.ts";
import { targetOf } from "../src/api/target.ts";
import { planTable } from "../src/domain/plan.ts";
import { systemClock } from "../src/main/clock.ts";
import { createAtlas } from "../src/snapshot/atlas.ts";
import { cityPlaces } from "./places.ts";
import { PLAN_LIMITS, withBenchStore } from "./seed.ts";
import { median } from "./statistics.ts";
import type { Workspace } from "./workspace.ts";

/** Requests that wait at once at 64 connections. */
const BATCH = 64;
const BATCHES = 600;
const ROUNDS = 9;
const QUICK_ROUNDS = 1;

/** CPU time of the steps of a city lookup that the floor does not have, each measured by itself in a loop: microseconds per request. */
export interface Steps {
  /** From the URL to the ready answer. */
  readonly targetUs: number;
  /** The header with the key: its form, its checksum, its digest. */
  readonly keyUs: number;
  /** The store's transaction, in batches of 64. */
  readonly storeUs: number;
  /** Gathering the batch, the burst limit, and telling each request, without the store. */
  readonly admissionUs: number;
  /** The answer with its stamp, compared with an answer with fixed headers and its own id. */
  readonly answerUs: number;
}

export async function measureSteps({ snapshot, keys, sqliteUrl }: Workspace, quick: boolean): Promise<Steps> {
  const cpuUs = (work: () => unknown) => cpuUsOf(work, quick ? QUICK_ROUNDS : ROUNDS);
  const atlas = createAtlas(snapshot);
  const places = cityPlaces(snapshot);
  const requests = Array.from({ length: BATCH }, (_, index) => {
    const { segment = "" } = places[(index * 7) % places.length] ?? {};
    const key = keys.live[index % keys.live.length] ?? "";
    return new Request(`http://127.0.0.1:8080/v1/safety/${segment}`, { headers: { "X-API-Key": key } });
  });
  const digests = keys.live.map(digestOf);
  const batch = requests.map((_, index): AdmissionRequest => {
    return { digest: digests[index % digests.length] ?? "", kind: "city", counts: true };
  });
  const readKey = keyHeaderReader();
  const answers = createAnswers();
  const { stats, lastModified } = atlas;
  const allowance = { policy: "month", limit: 1_000_000_000, remaining: 999_999_999, resetsAtMs: Date.now() } as const;
  const fixed = new Headers(answers.ready(new Request("http://any"), stats, lastModified, stampOf(allowance)).headers);

  return await withBenchStore(sqliteUrl, async (store) => {
    const plans = planTable(PLAN_LIMITS);
    const admission = createAdmission({ store: store.admission, clock: systemClock, plans });
    const each = (work: (request: Request) => unknown) => () => {
      for (const request of requests) work(request);
    };
    const targetUs = await cpuUs(each(({ method, url }) => targetOf(method, url, atlas)));
    const keyUs = await cpuUs(each(({ headers }) => readKey(headers.get("x-api-key"))));
    const storeUs = await cpuUs(() => store.admission.admit(batch));
    const wholeUs = await cpuUs(() => Promise.all(batch.map(({ digest }) => admission.admit(digest, "city"))));
    const readyUs = await cpuUs(each((request) => answers.ready(request, stats, lastModified, stampOf(allowance))));
    const plainUs = await cpuUs(
      each(() => {
        fixed.set("X-Request-Id", crypto.randomUUID());
        return new Response(stats.body, { headers: fixed });
      }),
    );
    const over = (one: number, other: number) => Math.max(0, one - other);
    return { targetUs, keyUs, storeUs, admissionUs: over(wholeUs, storeUs), answerUs: over(readyUs, plainUs) };
  });
}

function stampOf(allowance: Parameters<ReturnType<typeof createAnswers>["ready"]>[3]["allowance"]) {
  return { requestId: crypto.randomUUID(), allowance, nowMs: Date.now() };
}

/** CPU time per request of work on 64 requests: the median of several rounds after a first one that is not counted. */
async function cpuUsOf(work: () => unknown, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const before = process.cpuUsage();
    for (let count = 0; count < BATCHES; count++) await work();
    const { user, system } = process.cpuUsage(before);
    if (round > 0) times.push((user + system) / BATCHES / BATCH);
  }
  return median(times);
}
