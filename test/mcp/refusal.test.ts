import { afterAll, beforeAll, expect, test } from "bun:test";
import { safety } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { type ServedSite, serveSite } from "../support/served-site.ts";

let site: ServedSite;
let key: string;
beforeAll(async () => {
  site = await serveSite();
  key = await issueKey(site.databaseUrl);
});
afterAll(() => site.stop());

const LIST_TOOLS = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

function post(headers: Record<string, string>, body = LIST_TOOLS): Promise<Response> {
  return fetch(`${site.url}/mcp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    body,
  });
}

test("a request without a key, or with a malformed one, is refused as under /v1", async () => {
  const missing = await post({});
  expect(missing.status).toBe(401);
  expect(missing.headers.get("Content-Type")).toBe("application/problem+json");
  expect(await missing.json()).toMatchObject({ code: "key_missing" });
  expect(await (await post({ "X-API-Key": "hello" })).json()).toMatchObject({ code: "key_malformed" });
  expect(await (await post({ Authorization: `Bearer ${key}` })).json()).toMatchObject({ code: "key_misplaced" });
});

test("a page of another origin is refused, whatever key it has", async () => {
  expect((await post({ "X-API-Key": key, Origin: "https://evil.example" })).status).toBe(403);
  expect((await post({ "X-API-Key": key, Origin: site.url })).status).toBe(200);
});

test("whatever a body holds is answered at once: other JSON, no JSON, an unknown method, a session that there is not", async () => {
  const bodies = [
    ["", 400],
    ["{", 400],
    ["null", 400],
    ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', 400],
    ["[]", 202],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', 202],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/destroy"}', 200],
  ] as const;
  for (const [body, status] of bodies) {
    const response = await post({ "X-API-Key": key, "Mcp-Session-Id": "none" }, body);
    expect([body, response.status]).toEqual([body, status]);
  }
  expect((await post({ "X-API-Key": key, "MCP-Protocol-Version": "1999-01-01" })).status).toBe(400);
});

test("several calls in one body count once each, and a cancellation among them keeps no answer back", async () => {
  const call = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "dataset", arguments: {} },
  });
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  const own = await issueKey(site.databaseUrl, { email: "bob@example.com", type: "test" });
  const response = await post({ "X-API-Key": own }, JSON.stringify([call(1), cancelled, call(2), call(3)]));
  expect(await response.json()).toMatchObject([{ id: 1, result: {} }, { id: 2 }, { id: 3 }]);
  const { headers } = await fetch(`${site.url}/v1/stats`, { headers: { "X-API-Key": own } });
  expect(headers.get("X-RateLimit-Remaining")).toBe("96");
});

test("there is no stream to listen on", async () => {
  const response = await fetch(`${site.url}/mcp`, { headers: { "X-API-Key": key, Accept: "text/event-stream" } });
  expect(response.status).toBe(405);
  expect(response.headers.get("Allow")).toBe("POST");
});

test("a body above the limit of the API is refused", async () => {
  const response = await fetch(`${site.url}/mcp`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify({ padding: "x".repeat(65_536) }),
  });
  expect(response.status).toBe(413);
});

test("the command says what is missing before it speaks to an assistant", async () => {
  expect(await safety({}, "mcp")).toMatchObject({ exitCode: 2, note: expect.stringContaining("SAFETY_API_KEY") });
  const outcome = await safety({ SAFETY_API_KEY: key }, "mcp", "--url", "ftp://example.com");
  expect(outcome).toMatchObject({ exitCode: 2, note: expect.stringContaining("not an http:// or https:// address") });
});
