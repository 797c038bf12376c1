import { afterAll, describe, expect, test } from "bun:test";
import { load, rounds } from "../support/load.ts";
import { type ServedProgram, startService } from "../support/served-program.ts";
import { DIALECTS, migratedStoreUrl, newAccount, newKey, OPERATOR, openTestStore } from "../support/stores.ts";

const TRIES = rounds(8, 1_000);
const HOUR_MS = 3_600_000;

/** Every way to change a key or an account, each immediately followed by a request on every node. */
describe.each(DIALECTS)(`a change under load on %s, tried ${TRIES} times`, async (dialect) => {
  let loading = true;
  const databaseUrl = await migratedStoreUrl(dialect);
  const store = await openTestStore(databaseUrl, { clock: { now: () => Date.now() } });
  const nodes: readonly ServedProgram[] =
    dialect === "sqlite" ? [await startService({ databaseUrl })] : await startNodes(databaseUrl, rounds(2, 3));
  const { id } = await newAccount(store, "enterprise");
  const { secret } = await newKey(store, id);
  const urls = nodes.map(({ url }) => url);
  const background = load({ urls, key: secret, connections: 8, pauseMs: 50, shouldContinue: () => loading });
  afterAll(() => {
    loading = false;
    return background;
  });

  /** The `code` of the refusal, or the status, on every node. */
  async function answers(key: string): Promise<string[]> {
    return await Promise.all(
      nodes.map(async ({ url }) => {
        const answer = await fetch(`${url}/v1/stats`, { headers: { "X-API-Key": key } });
        const body = await answer.text();
        return /"code":"(\w+)"/.exec(body)?.[1] ?? String(answer.status);
      }),
    );
  }

  function everywhere(answer: string): string[] {
    return nodes.map(() => answer);
  }

  const eachTry = (name: string, attempt: () => Promise<void>) =>
    test(name, async () => {
      for (let number = 0; number < TRIES; number++) await attempt();
    });

  eachTry("revoking applies to the next request on every node", async () => {
    const { id } = await newAccount(store);
    const { secret, key } = await newKey(store, id);
    expect(await answers(secret)).toEqual(everywhere("200"));
    await store.keys.revoke({ accountId: id, keyId: key.id, origin: OPERATOR });
    expect(await answers(secret)).toEqual(everywhere("key_revoked"));
  });

  eachTry("expiry applies to the next request on every node", async () => {
    const { id } = await newAccount(store);
    const { secret, key } = await newKey(store, id, "live", Date.now() + HOUR_MS);
    expect(await answers(secret)).toEqual(everywhere("200"));
    // The time is set to the past instead of waiting for it.
    await store.database.updateTable("api_keys").set({ expires_at: Date.now() }).where("id", "=", key.id).execute();
    expect(await answers(secret)).toEqual(everywhere("key_expired"));
  });

  eachTry("suspending and resuming apply to the next request on every node", async () => {
    const { id } = await newAccount(store);
    const { secret } = await newKey(store, id, "test");
    await store.accounts.suspend(id, OPERATOR);
    expect(await answers(secret)).toEqual(everywhere("account_suspended"));
    await store.accounts.resume(id, OPERATOR);
    expect(await answers(secret)).toEqual(everywhere("200"));
  });

  eachTry("a change of the plan or the limits applies to the next request on every node", async () => {
    const { id } = await newAccount(store);
    const { secret } = await newKey(store, id);
    await store.accounts.changeLimits(id, { monthlyRequests: 0 }, OPERATOR);
    expect(await answers(secret)).toEqual(everywhere("month_quota_exceeded"));
    await store.accounts.changeLimits(id, {}, OPERATOR);
    await store.accounts.changePlan(id, "pro", OPERATOR);
    const answer = await fetch(`${nodes[0]?.url}/v1/stats`, { headers: { "X-API-Key": secret } });
    expect([answer.status, answer.headers.get("X-RateLimit-Limit")]).toEqual([200, "50000"]);
  });

  eachTry("a reissue applies to the next request on every node, with and without a grace", async () => {
    const { id } = await newAccount(store);
    const { secret, key } = await newKey(store, id);
    const first = await store.keys.reissue({ accountId: id, keyId: key.id, grace: "hour", origin: OPERATOR });
    if (!first.ok) throw new Error(first.reason);
    expect([await answers(secret), await answers(first.secret)]).toEqual([everywhere("200"), everywhere("200")]);
    const request = { accountId: id, keyId: first.key.id, grace: "none", origin: OPERATOR } as const;
    const second = await store.keys.reissue(request);
    if (!second.ok) throw new Error(second.reason);
    expect([await answers(first.secret), await answers(second.secret)]).toEqual([
      everywhere("key_revoked"),
      everywhere("200"),
    ]);
  });
});

async function startNodes(databaseUrl: string, count: number): Promise<readonly ServedProgram[]> {
  const nodes: ServedProgram[] = [];
  for (let number = 0; number < count; number++) nodes.push(await startService({ databaseUrl }));
  return nodes;
}
