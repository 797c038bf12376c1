import { expect, test } from "bun:test";
import { safety } from "../support/command.ts";
import { serveProgram } from "../support/served-program.ts";

/** Over `/v1` and `/mcp`, as in production: nothing but the program, its command, and HTTP. */
test.each([
  ["false", "203.0.113.9", "127.0.0.1"],
  ["true", "198.51.100.1, 203.0.113.9", "203.0.113.9"],
])("with TRUST_PROXY=%s, X-Forwarded-For %s is a request from %s", async (TRUST_PROXY, forwarded, address) => {
  const { url, databaseUrl } = await serveProgram({ TRUST_PROXY });
  const environment = { DATABASE_URL: databaseUrl };
  const made = await safety(environment, "key", "create", "--email", "a@example.com", "--type", "live", "--json");
  const { id, key } = JSON.parse(made.out);
  const headers = { "X-API-Key": key, "X-Forwarded-For": forwarded };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "dataset" } });
  const mcpHeaders = { ...headers, "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const ask = async () => {
    const answers = [
      await fetch(`${url}/v1/stats`, { headers }),
      await fetch(`${url}/mcp`, { method: "POST", headers: mcpHeaders, body }),
    ];
    return await Promise.all(answers.map(async (answer) => (answer.ok ? 200 : JSON.parse(await answer.text()).detail)));
  };
  expect(await ask()).toEqual([200, 200]);
  expect((await safety(environment, "key", "restrict", String(id), "192.0.2.0/24")).exitCode).toBe(0);
  const refused = expect.stringContaining(`the address of this request, ${address}.`);
  expect(await ask()).toEqual([refused, refused]);
  expect((await safety(environment, "key", "restrict", String(id), "192.0.2.0/24", `${address}/32`)).exitCode).toBe(0);
  expect(await ask()).toEqual([200, 200]);
});
