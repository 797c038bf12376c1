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

function post(headers: Record<string, string>): Promise<Response> {
  return fetch(`${site.url}/mcp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    body: LIST_TOOLS,
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
