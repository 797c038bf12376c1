import { expect, test } from "bun:test";
import { Admission } from "../../src/access/admission.ts";
import { createApi, type RequestEvent } from "../../src/api/handler.ts";
import { FairQueue } from "../../src/base/fair-queue.ts";
import { planTable } from "../../src/domain/plan.ts";
import { servedFrom } from "../../src/lookup/served.ts";
import { releasedNation, releasedPlaces } from "../support/server.ts";
import { emptyStore, MovableClock, newAccount, newKey } from "../support/stores.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");

const store = await emptyStore("sqlite", { clock });
const key = (await newKey(store, (await newAccount(store)).id)).secret;

test.each([true, false])(
  "failures are always reported with their cause, which their answer does not show; other requests only if observed: %p",
  async (observesAll) => {
    const events: RequestEvent[] = [];
    let places = releasedPlaces;
    const api = createApi({
      editions: () => servedFrom([places, releasedNation]),
      admission: new Admission({ store: store.admission, clock, plans: planTable() }),
      clock,
      turns: new FairQueue({ monotonicMs: () => performance.now() }),
      monotonicMs: () => 0,
      baseUrl: "http://localhost",
      observer: { observes: (status) => observesAll || status >= 500, observe: (event) => events.push(event) },
    });
    const ask = (path: string, headers: Record<string, string>) =>
      api(new Request(`http://localhost${path}`, { headers }));
    expect((await ask("/v1/safety/Irvine", { "X-API-Key": key })).status).toBe(200);
    expect((await ask("/v1/safety/Irvine", {})).status).toBe(401);
    const cause = new Error("broken");
    places = {
      ...releasedPlaces,
      find: () => {
        throw cause;
      },
    };
    const failed = await ask("/v1/safety/atlantis", { "X-API-Key": key });
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toMatch(/broken|Error|\.ts/);
    expect(events.map(({ status }) => status)).toEqual(observesAll ? [200, 401, 500] : [500]);
    expect(events.at(-1)).toMatchObject({ error: cause, requestId: failed.headers.get("x-request-id") });
    places = releasedPlaces;
    expect((await ask("/v1/safety/atlantis", { "X-API-Key": key })).status).toBe(200);
  },
);

const broken = () => {
  throw new Error("broken");
};
const IRVINE = { path: "/v1/safety/Irvine" };
const BATCH = { path: "/v1/safety/batch", method: "POST", body: '{"cities":["Irvine"]}' };

test.each([
  { where: "admission", request: IRVINE, admissionFaults: { decide: broken } },
  { where: "a lookup", request: IRVINE, faults: { find: broken } },
  { where: "writing an answer", request: IRVINE, faults: { find: () => ({ is: "one", place: { answer: {} } }) } },
  { where: "a batch", request: BATCH, faults: { batch: broken } },
])("an error in $where is answered with 500", async ({ request: { path, ...init }, faults, admissionFaults }) => {
  const api = createApi({
    // An empty answer is wrong by its type; it stands for any error while the answer is written.
    editions: () => servedFrom([Object.assign(Object.create(releasedPlaces), faults), releasedNation]),
    admission: Object.assign(new Admission({ store: store.admission, clock, plans: planTable() }), admissionFaults),
    clock,
    turns: new FairQueue({ monotonicMs: () => performance.now() }),
    monotonicMs: () => 0,
    baseUrl: "http://localhost",
  });
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const response = await api(new Request(`http://localhost${path}`, { ...init, headers }));
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ code: "internal_error" });
});

test.each(["/v1/us/safety/TX/Austin", "/v1/us/safety/TX/Travis%20County", "/v1/us/safety/PA/Hamilton%20Township"])(
  "a name that was answered is not looked for again: %p",
  async (path) => {
    const asked: string[] = [];
    const find: typeof releasedNation.find = (name) => {
      asked.push(name.name);
      return releasedNation.find(name);
    };
    const served = servedFrom([releasedPlaces, Object.assign(Object.create(releasedNation), { find })]);
    const api = createApi({
      editions: () => served,
      admission: new Admission({ store: store.admission, clock, plans: planTable() }),
      clock,
      turns: new FairQueue(),
      monotonicMs: () => 0,
      baseUrl: "http://localhost",
    });
    const ask = async () => {
      const response = await api(new Request(`http://localhost${path}`, { headers: { "X-API-Key": key } }));
      return [response.status, response.headers.get("etag"), await response.text()];
    };
    const first = await ask();
    expect(first[0]).toBe(200);
    // The second request of a name without a record finds its kept answer, which is ready from then on.
    expect(await ask()).toEqual(first);
    expect(asked.length).toBeGreaterThan(0);
    asked.length = 0;
    expect(await ask()).toEqual(first);
    expect(asked).toEqual([]);
  },
);
