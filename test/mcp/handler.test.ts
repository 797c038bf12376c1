import { expect, spyOn, test } from "bun:test";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { Admission } from "../../src/access/admission.ts";
import { mintKey } from "../../src/access/key.ts";
import type { AdmissionRequest } from "../../src/access/store.ts";
import { FairQueue } from "../../src/base/fair-queue.ts";
import { planTable } from "../../src/domain/plan.ts";
import { createMcp } from "../../src/mcp/mcp-handler.ts";
import { releasedEditions, releasedPlaces } from "../support/server.ts";
import { emptyStore, MovableClock, newAccount, newKey, OPERATOR } from "../support/stores.ts";

const CAPACITY = 10;
const clock = new MovableClock("2026-11-20T12:00:00Z");
const plans = planTable({ free: { burstCapacity: CAPACITY, burstPerSecond: 1 } });

const store = await emptyStore("sqlite", { clock, plans });

async function newMcp() {
  const asked: AdmissionRequest[] = [];
  const admission = new Admission({
    store: {
      admit(batch) {
        asked.push(...batch);
        return store.admission.admit(batch);
      },
    },
    clock,
    plans,
  });
  let reads = 0;
  // Each message takes a millisecond.
  let elapsedMs = 0;
  const mcp = await createMcp({
    editions: () => {
      reads++;
      return releasedEditions;
    },
    admission,
    turns: new FairQueue({ monotonicMs: () => elapsedMs++ }),
    clock,
    baseUrl: "http://localhost",
    version: "1",
  });
  const post = (key: string, body: string | ReadableStream) =>
    mcp(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          "X-API-Key": key,
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
        },
        body,
      }),
    );
  return { post, asked, reads: () => reads };
}

function message(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

const CALL = message("tools/call", { name: "dataset", arguments: {} });

test("the body of a message is not read if its key may not pass", async () => {
  const { post, asked } = await newMcp();
  const account = await newAccount(store);
  const revoked = await newKey(store, account.id);
  await store.keys.revoke({ accountId: account.id, keyId: revoked.key.id, origin: OPERATOR });
  const other = await newAccount(store);
  const suspended = await newKey(store, other.id);
  await store.accounts.suspend(other.id, OPERATOR);
  for (const [key, code] of [
    ["svc_live_x", "key_unknown"],
    [mintKey("live").key, "key_unknown"],
    [revoked.secret, "key_revoked"],
    [suspended.secret, "account_suspended"],
  ] as const) {
    let pulls = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          pulls++;
          controller.enqueue(Buffer.from(CALL));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const response = await post(key, body);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code });
    expect(pulls).toBe(0);
  }
  // One question each, except for the value whose form already shows that it is not a key.
  expect(asked.map(({ counts }) => counts)).toEqual([false, false, false]);
});

test.each([
  ["initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a test", version: "1" } }],
  ["tools/list", {}],
  ["ping", {}],
  ["tools/destroy", {}],
  ["tools/call", { name: "city", arguments: {} }],
  ["tools/call", { name: "nothing", arguments: {} }],
])("every %s takes a token of the key's burst and counts no request", async (method, params) => {
  const { post } = await newMcp();
  const account = await newAccount(store);
  const { secret } = await newKey(store, account.id);
  for (let taken = 0; taken < CAPACITY; taken++) {
    expect((await post(secret, message(method, params))).status).toBe(200);
  }
  const refused = await post(secret, message(method, params));
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("1");
  expect(await refused.json()).toMatchObject({ code: "burst_exceeded", policy: "burst", limit: CAPACITY });
  expect(await store.usage.month(account.id)).toMatchObject({ used: 0 });
});

test("a tool call takes one token and counts one request; notifications and refused bodies also take a token", async () => {
  const { post } = await newMcp();
  const account = await newAccount(store);
  const { secret } = await newKey(store, account.id);
  for (let taken = 0; taken < CAPACITY - 2; taken++) expect((await post(secret, CALL)).status).toBe(200);
  expect((await post(secret, '{"jsonrpc":"2.0","method":"notifications/initialized"}')).status).toBe(202);
  expect((await post(secret, "[]")).status).toBe(400);
  expect((await post(secret, CALL)).status).toBe(429);
  expect(await store.usage.month(account.id)).toMatchObject({ used: CAPACITY - 2 });
});

test("a key whose quota is used up is refused with 429 before its message is read", async () => {
  const { post } = await newMcp();
  const account = await newAccount(store);
  await store.accounts.changeLimits(account.id, { monthlyRequests: 1 }, OPERATOR);
  const { secret } = await newKey(store, account.id);
  expect((await post(secret, message("tools/list"))).status).toBe(200);
  expect(await (await post(secret, CALL)).json()).toMatchObject({ result: { structuredContent: {} } });
  for (const body of [message("tools/list"), CALL, "{", ""]) {
    let pulls = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      pulls++;
      controller.close();
    };
    const refused = await post(secret, body === "" ? new ReadableStream({ pull }, { highWaterMark: 0 }) : body);
    expect([refused.status, pulls]).toEqual([429, 0]);
    expect(await refused.json()).toMatchObject({ code: "month_quota_exceeded", policy: "month", remaining: 0 });
  }
  await store.accounts.changeLimits(account.id, { monthlyRequests: 2 }, OPERATOR);
  expect((await post(secret, CALL)).status).toBe(200);
});

/** `[[…]]`, with this many arrays. */
function nested(levels: number): unknown {
  return levels === 0 ? 0 : [nested(levels - 1)];
}

test.each([
  ["levels", { deep: nested(12) }, { deep: nested(13) }],
  ["members", Array(250).fill(0), Array(251).fill(0)],
  ["named members", Object.fromEntries(Array(250).fill(0).entries()), Object.fromEntries(Array(251).fill(0).entries())],
] as const)("a message with too many %s is refused before the library sees it", async (_name, fits, exceeds) => {
  const { post } = await newMcp();
  const { secret } = await newKey(store, (await newAccount(store)).id);
  const seen = spyOn(WebStandardStreamableHTTPServerTransport.prototype, "handleRequest");
  const ping = (padding: unknown) => post(secret, message("ping", { _meta: { padding } }));
  expect((await ping(fits)).status).toBe(200);
  expect(seen).toHaveBeenCalledTimes(1);
  const refused = await ping(exceeds);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: "invalid_body", detail: expect.stringContaining("16 levels") });
  expect(seen).toHaveBeenCalledTimes(1);
  seen.mockRestore();
});

test("a message may have 8 KiB", async () => {
  const { post } = await newMcp();
  const { secret } = await newKey(store, (await newAccount(store)).id);
  const ofLength = (length: number) => message("ping").padEnd(length, " ");
  expect((await post(secret, ofLength(8_192))).status).toBe(200);
  expect((await post(secret, ofLength(8_193))).status).toBe(413);
});

test("of many slow messages at once, one is read or answered in each turn of the event loop", async () => {
  const { post } = await newMcp();
  const { secret } = await newKey(store, (await newAccount(store)).id);
  const read = spyOn(WebStandardStreamableHTTPServerTransport.prototype, "handleRequest");
  const lookedUp = spyOn(releasedPlaces, "city");
  const compared = message("tools/call", { name: "compare", arguments: { places: ["Irvine"] } });
  const calls = Array.from({ length: CAPACITY }, () => post(secret, compared));
  const steps: number[] = [];
  while (lookedUp.mock.calls.length < CAPACITY) {
    const before = [read.mock.calls.length, lookedUp.mock.calls.length] as const;
    await new Promise<void>((resolve) => setImmediate(resolve));
    steps.push(read.mock.calls.length - before[0] + lookedUp.mock.calls.length - before[1]);
  }
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(CAPACITY).fill(200));
  read.mockRestore();
  lookedUp.mockRestore();
  expect(Math.max(...steps)).toBe(1);
});
