// One server between the floor and the whole service. Arguments: port, step of `STEP_SERVERS`, URL of the store.
import { type Admission, createAdmission } from "../src/access/admission.ts";
import { readKeyHeader } from "../src/access/key.ts";
import type { AdmissionStore, BatchDecision } from "../src/access/store.ts";
import { createApi } from "../src/api/handler.ts";
import { targetOf } from "../src/api/target.ts";
import { planTable } from "../src/domain/plan.ts";
import { windowOf } from "../src/domain/window.ts";
import { systemClock } from "../src/main/clock.ts";
import { loadPlaces } from "../src/main/live-places.ts";
import { createLog } from "../src/main/log.ts";
import { CURRENT_DATASET } from "../src/main/paths.ts";
import { parseStoreAddress } from "../src/store/address.ts";
import { openServingStore } from "../src/store/open.ts";
import { openSqlite } from "../src/store/sqlite/open.ts";
import { floorAnswer } from "./limits/floor-answer.ts";
import { PLAN_LIMITS } from "./seed.ts";
import type { StepServer } from "./servers.ts";

type Handler = (request: Request) => Response | Promise<Response>;

const [port, step = "", storeUrl = ""] = process.argv.slice(2);
const { places } = loadPlaces(CURRENT_DATASET);
const clock = systemClock;
const plans = planTable(PLAN_LIMITS);

/** The handler of each step. */
const HANDLERS: Readonly<Record<StepServer, () => Handler | Promise<Handler>>> = {
  target: () => (request) => answerByPath(request),
  key() {
    return (request) => (readKeyHeader(request.headers.get("x-api-key")).ok ? answerByPath(request) : refusal());
  },
  handler: () => apiWith(oneTurnLater()),
  batch: () => apiWith(batchesFor({ admit: (batch) => batch.map(admitted) })),
  async sqlite() {
    const address = parseStoreAddress(storeUrl);
    if (address.dialect !== "sqlite") throw new RangeError("this step is for SQLite");
    return apiWith(batchesFor((await openSqlite(address, { address, clock, plans })).admission));
  },
  async thread() {
    const options = { address: parseStoreAddress(storeUrl), clock, plans, log: createLog("info") };
    return apiWith(batchesFor((await openServingStore(options)).admission));
  },
};

function isStep(name: string): name is StepServer {
  return Object.hasOwn(HANDLERS, name);
}

/** The floor's answer, with the body of the requested city. */
function answerByPath({ method, url }: Request): Response | Promise<Response> {
  const target = targetOf(method, url, places);
  return target.action === "answer" ? floorAnswer(target.answer.body) : refusal();
}

function refusal(): Response {
  return new Response(null, { status: 400 });
}

/** The service's handler of `/v1`. */
function apiWith(admission: Admission): Handler {
  return createApi({
    places: () => places,
    geography: () => Promise.reject(new Error("no city lookup needs the geography")),
    admission,
    clock,
    monotonicMs: () => performance.now(),
    baseUrl: "http://127.0.0.1",
    observesAll: false,
    slowRequestMs: 1_000,
  });
}

function batchesFor(store: AdmissionStore): Admission {
  return createAdmission({ store, clock, plans });
}

/** Admits each request by itself, when the floor would answer it. */
function oneTurnLater(): Admission {
  const admit: Admission["admit"] = () => new Promise((resolve) => setImmediate(() => resolve(admitted())));
  return {
    admit,
    admitChecked: admit,
    check: () => Promise.resolve({ outcome: "usable", principal: PRINCIPAL }),
    waiting: () => 0,
  };
}

const PRINCIPAL = { accountId: 1, keyId: 1, keyType: "live", plan: "enterprise", limits: plans.enterprise } as const;
const { endMs: resetsAtMs } = windowOf("month", clock.now());
const { monthlyRequests: limit } = plans.enterprise;
let remaining: number = limit;

function admitted(): Extract<BatchDecision, { outcome: "admitted" }> {
  remaining--;
  return { outcome: "admitted", principal: PRINCIPAL, allowance: { policy: "month", limit, remaining, resetsAtMs } };
}

if (!isStep(step)) throw new RangeError(`no step has the name ${step}`);
const handler = await HANDLERS[step]();
Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  development: false,
  routes: { "/v1": handler, "/v1/*": handler },
});
