import { expect, test } from "bun:test";
import { mintKey } from "../../src/access/key.ts";
import { safety } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { sharedSite } from "../support/served-site.ts";

const site = await sharedSite();
const key = await issueKey(site.databaseUrl, { email: "mcp@example.com" });

const LIST_TOOLS = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "dataset", arguments: {} } } as const;

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
  expect(await (await post({ Authorization: "Bearer hello" })).json()).toMatchObject({ code: "key_malformed" });
  expect(await (await post({ Authorization: "Basic hello" })).json()).toMatchObject({ code: "key_misplaced" });
});

test("a key is accepted as Authorization: Bearer here, and nowhere under /v1", async () => {
  expect((await post({ Authorization: `Bearer ${key}` })).status).toBe(200);
  expect((await post({ Authorization: `bearer ${key}` })).status).toBe(200);
  const other = await fetch(`${site.url}/v1/stats`, { headers: { Authorization: `Bearer ${key}` } });
  expect(await other.json()).toMatchObject({ code: "key_misplaced" });
});

test("every Accept gets the answer as JSON, with and without a slash at the end of the path", async () => {
  const parameters = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a test", version: "1" } };
  const initialize = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: parameters });
  for (const path of ["/mcp", "/mcp/"]) {
    for (const Accept of ["application/json", "*/*", "text/event-stream", "text/html", "application/json;q=0", ""]) {
      for (const [body, member] of [
        [initialize, "serverInfo"],
        [LIST_TOOLS, "tools"],
        [JSON.stringify(CALL), "structuredContent"],
      ] as const) {
        const headers = { "Content-Type": "application/json", "X-API-Key": key, Accept };
        const answer = await fetch(site.url + path, { method: "POST", headers, body });
        const got = [path, Accept, answer.status, answer.headers.get("Content-Type")];
        expect(got).toEqual([path, Accept, 200, "application/json"]);
        expect(Object.keys(Object(await answer.json()).result)).toContain(member);
      }
    }
  }
  expect((await fetch(`${site.url}/mcp/`)).status).toBe(401);
});

test("a page of another origin is refused with any key", async () => {
  expect((await post({ "X-API-Key": key, Origin: "https://evil.example" })).status).toBe(403);
  const { port } = new URL(site.url);
  expect((await post({ "X-API-Key": key, Origin: "http://localhost:1" })).status).toBe(403);
  for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
    expect((await post({ "X-API-Key": key, Origin: `http://${host}:${port}` })).status).toBe(200);
  }
});

test("every body is answered: other JSON, invalid JSON, an unknown method, an unknown session", async () => {
  const bodies = [
    ["", 400],
    ["{", 400],
    ["null", 400],
    ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', 400],
    ["[]", 400],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', 202],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/destroy"}', 200],
  ] as const;
  for (const [body, status] of bodies) {
    const response = await post({ "X-API-Key": key, "Mcp-Session-Id": "none" }, body);
    expect([body, response.status]).toEqual([body, status]);
  }
  expect((await post({ "X-API-Key": key, "MCP-Protocol-Version": "1999-01-01" })).status).toBe(400);
});

test("null as the arguments of a tool is an object without any", async () => {
  const ask = async (params: object) => {
    const response = await post({ "X-API-Key": key }, JSON.stringify({ ...CALL, params }));
    return Object(await response.json()).result.structuredContent;
  };
  const plain = await ask({ name: "dataset" });
  expect(plain).toMatchObject({ data_year: expect.any(Number) });
  expect(await ask({ name: "dataset", arguments: null })).toEqual(plain);
  expect(await ask({ name: "dataset", arguments: {} })).toEqual(plain);
});

test("arrays of messages are refused, whatever they contain, and count nothing", async () => {
  const own = await issueKey(site.databaseUrl, { email: "mcp-arrays@example.com", type: "test" });
  for (const length of [1, 2, 50]) {
    const response = await post({ "X-API-Key": own }, JSON.stringify(Array.from({ length }, () => CALL)));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_body" });
  }
  const { headers } = await fetch(`${site.url}/v1/stats`, { headers: { "X-API-Key": own } });
  expect(headers.get("X-RateLimit-Remaining")).toBe("99");
});

test("two clients that chose the same id for their calls each get their own answer", async () => {
  const ask = (name: string) =>
    post({ "X-API-Key": key }, JSON.stringify({ ...CALL, id: "same", params: { name: "city", arguments: { name } } }));
  const responses = await Promise.all(["Irvine", "Tustin", "Fresno", "Oakland"].map(ask));
  const answers = await Promise.all(responses.map((response) => response.json()));
  expect(answers).toMatchObject(
    ["Irvine", "Tustin", "Fresno", "Oakland"].map((city) => ({
      id: "same",
      result: { structuredContent: { data: { city } } },
    })),
  );
});

test("canceling another client's call suppresses no answer", async () => {
  const cancelled = (requestId: number) =>
    post(
      { "X-API-Key": key },
      JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }),
    );
  const calls = Array.from({ length: 20 }, () => post({ "X-API-Key": key }, JSON.stringify(CALL)));
  const others = Array.from({ length: 100 }, (_, id) => cancelled(id));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 202));
  for (const response of await Promise.all(calls)) expect(await response.json()).toMatchObject({ id: 1, result: {} });
});

test("there is no stream to listen on, and the key is checked before the method", async () => {
  const response = await fetch(`${site.url}/mcp`, { headers: { "X-API-Key": key, Accept: "text/event-stream" } });
  expect(response.status).toBe(405);
  expect(response.headers.get("Allow")).toBe("POST");
  const unknown = await fetch(`${site.url}/mcp`, { headers: { "X-API-Key": mintKey("live").key } });
  expect([unknown.status, unknown.headers.get("X-RateLimit-Limit")]).toEqual([403, null]);
});

test("the command reports missing settings before it talks to an assistant", async () => {
  expect(await safety({}, "mcp")).toMatchObject({ exitCode: 2, note: expect.stringContaining("SAFETY_API_KEY") });
  const outcome = await safety({ SAFETY_API_KEY: key }, "mcp", "--url", "ftp://example.com");
  expect(outcome).toMatchObject({ exitCode: 2, note: expect.stringContaining("not an http:// or https:// URL") });
});

test.each(["2025-03-26", "2025-06-18", "2025-11-25"])(
  "a handshake of version %s is answered in it",
  async (version) => {
    const clientInfo = { name: "a test", version: "1" };
    const params = { protocolVersion: version, capabilities: {}, clientInfo };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    const answer = await post({ "X-API-Key": key }, body);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    expect(await answer.json()).toMatchObject({ result: { protocolVersion: version } });
    expect((await post({ "X-API-Key": key, "MCP-Protocol-Version": version })).status).toBe(200);
  },
);

const CLIENT = { name: "a test", version: "1" };
test.each([
  [undefined],
  [{ protocolVersion: 5, capabilities: {}, clientInfo: CLIENT }],
  [{ protocolVersion: "2025-11-25", capabilities: [], clientInfo: CLIENT }],
  [{ protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: 1 } }],
])("a handshake with the parameters %j is refused with what it needs", async (params) => {
  const answer = await post(
    { "X-API-Key": key },
    JSON.stringify({ jsonrpc: "2.0", id: "a", method: "initialize", params }),
  );
  const error = { code: -32_602, message: expect.stringContaining("protocolVersion (a string") };
  expect([answer.status, await answer.json()]).toEqual([200, { jsonrpc: "2.0", id: "a", error }]);
});

const CURRENT = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "a test", version: "1" },
} as const;

async function current(method: string, params: object = {}) {
  const headers = { "X-API-Key": key, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method };
  const answer = await post(
    headers,
    JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: CURRENT } }),
  );
  return { type: answer.headers.get("Content-Type"), message: await answer.json() };
}

test("version 2026-07-28 needs no handshake, and says how long the tools may be cached", async () => {
  expect((await current("server/discover")).message).toMatchObject({
    result: { supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ttlMs: 3_600_000, cacheScope: "public" },
  });
  expect((await current("tools/list")).message).toMatchObject({ result: { ttlMs: 3_600_000, cacheScope: "public" } });
});

test("no client can keep a stream open", async () => {
  const { message } = await current("subscriptions/listen", { notifications: { toolsListChanged: true } });
  expect(message).toMatchObject({ error: { code: expect.any(Number) } });
});
