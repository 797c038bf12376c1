import { describe, expect, test } from "bun:test";
import { mintKey } from "../../src/access/key.ts";
import { type Answer, type IssuedKey, TestServer } from "../support/server.ts";

const server = await TestServer.start();

const ORIGIN = { via: "dashboard", address: null } as const;
const ENDPOINTS = [
  ["GET", "/v1/safety/Irvine"],
  ["GET", "/v1/safety/county/Orange"],
  ["POST", "/v1/safety/batch"],
  ["GET", "/v1/stats"],
] as const;

function ask(key: string): Promise<Answer> {
  return server.request("/v1/stats", { key });
}

async function expectRefused(key: string, code: string): Promise<void> {
  for (const [method, path] of ENDPOINTS) {
    const { status, json } = await server.request(path, { method, key });
    expect([path, status, json]).toEqual([path, 403, expect.objectContaining({ code })]);
  }
}

describe("5.6 and 7: Expired, revoked or wrong key: status 403 Forbidden", () => {
  test("wrong: a key that was never created, with a correct checksum and with a wrong one", async () => {
    const other = await TestServer.start();
    const { secret } = await other.newKey();
    await other.stop();
    await expectRefused(secret, "key_unknown");
    await expectRefused(
      secret.replace(/.$/, (last) => (last === "a" ? "b" : "a")),
      "key_unknown",
    );
    await expectRefused("svc_live_wrong", "key_unknown");
    await expectRefused("svc_test_-_-", "key_unknown");
  });

  test("the detail says that a key is mistyped or cut off only if its checksum or length is wrong", async () => {
    const { secret } = await server.newKey();
    for (const wrong of [
      secret.slice(0, -1),
      `${secret}x`,
      secret.replace(/.(?=.$)/, (c) => (c === "a" ? "b" : "a")),
    ]) {
      const { json } = await server.request("/v1/stats", { key: wrong });
      const detail = expect.stringMatching(new RegExp(`length or checksum is wrong.* ${secret.length} characters`));
      expect(json).toMatchObject({ code: "key_unknown", detail });
    }
    const { json } = await server.request("/v1/stats", { key: mintKey("live").key });
    expect(json).toMatchObject({ code: "key_unknown", detail: expect.stringContaining("no such key") });
  });

  test("a live key with a test prefix is not a test key", async () => {
    const { secret } = await server.newKey();
    await expectRefused(secret.replace("svc_live_", "svc_test_"), "key_unknown");
  });

  test("revoked, from the next request on", async () => {
    const issued = await server.newKey();
    expect((await ask(issued.secret)).status).toBe(200);
    await server.revoke(issued);
    await expectRefused(issued.secret, "key_revoked");
  });

  test("expired", async () => {
    const { secret } = await server.newKey({ expiresAtMs: server.nowMs + 60_000 });
    expect((await ask(secret)).status).toBe(200);
    server.advance(60_001);
    await expectRefused(secret, "key_expired");
  });

  test("of a suspended account", async () => {
    const issued = await server.newKey();
    await server.suspend(issued);
    await expectRefused(issued.secret, "account_suspended");
  });
});

describe("decisions 3: a key that is restricted to addresses", () => {
  const restrict = ({ key }: IssuedKey, networks: string) =>
    server.store.keys.restrict({ accountId: key.accountId, keyId: key.id, origin: ORIGIN }, networks);

  test("gets 403 from elsewhere, from the next request on, uncounted, with the address in the detail", async () => {
    const issued = await server.newKey();
    expect((await ask(issued.secret)).status).toBe(200);
    await restrict(issued, "198.51.100.0/24 2001:db8::/32");
    await expectRefused(issued.secret, "address_not_allowed");
    const { json, headers } = await ask(issued.secret);
    expect(json).toMatchObject({ detail: expect.stringContaining("the address of this request, 127.0.0.1.") });
    expect([...headers.keys()].filter((name) => name.includes("ratelimit"))).toEqual([]);
    expect(await server.store.usage.month(issued.key.accountId)).toMatchObject({ used: 1 });
    for (const networks of ["127.0.0.0/8", ""]) {
      await restrict(issued, networks);
      expect((await ask(issued.secret)).status).toBe(200);
    }
  });
});

describe("5.3: A key can be revoked and reissued", () => {
  test("the new key works immediately, and the old one stops working", async () => {
    const { secret, key } = await server.newKey();
    const request = { accountId: key.accountId, keyId: key.id, grace: "none", origin: ORIGIN } as const;
    const reissued = await server.store.keys.reissue(request);
    if (!reissued.ok) throw new Error(reissued.reason);
    expect((await ask(reissued.secret)).status).toBe(200);
    await expectRefused(secret, "key_revoked");
  });

  test("the old key also works until the grace period ends", async () => {
    const { secret, key } = await server.newKey();
    const request = { accountId: key.accountId, keyId: key.id, grace: "hour", origin: ORIGIN } as const;
    await server.store.keys.reissue(request);
    expect((await ask(secret)).status).toBe(200);
    server.advance(3_600_001);
    await expectRefused(secret, "key_revoked");
  });
});

test("decisions 4: 403 counts nothing and reveals nothing about the account", async () => {
  const issued = await server.newKey({ plan: "pro" });
  await server.revoke(issued);
  const { headers, text } = await ask(issued.secret);
  expect([...headers.keys()].filter((name) => name.includes("ratelimit"))).toEqual([]);
  expect(text).not.toMatch(/pro|holder/);
  const usage = await server.store.usage.month(issued.key.accountId);
  expect(usage).toMatchObject({ used: 0 });
});
