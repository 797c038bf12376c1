import { expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { readPage } from "../support/docs-reader.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveSite } from "../support/served-site.ts";

const site = await serveSite();

test("the quick start has a program in each language", async () => {
  const { examples } = await readPage(`${site.url}/docs/quick-start`);
  expect(examples.map(({ language }) => language)).toEqual(["curl", "curl", "typescript", "python"]);
});

test.each(["/docs/quick-start", "/docs/assistants"])(
  "with the settings of %s an assistant can look up a city",
  async (path) => {
    const { text } = await readPage(site.url + path);
    const key = await issueKey(site.databaseUrl, { type: "test" });
    const written = /\{\s*"mcpServers"[\s\S]*?\n\}/.exec(text)?.[0] ?? "";
    const settings: { mcpServers: { "safety-statistics": { url: string; headers: Record<string, string> } } } =
      JSON.parse(written.replace("svc_test_…", key));
    const { url, headers } = settings.mcpServers["safety-statistics"];
    const assistant = new Client({ name: "a test", version: "1" });
    await assistant.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const answer = await assistant.callTool({ name: "city", arguments: { name: "Irvine" } });
    expect(answer.structuredContent).toMatchObject({ found: true, data: { city: "Irvine" } });
    const { html } = await readPage(`${site.url}/docs/assistants`);
    for (const { name } of (await assistant.listTools()).tools) expect(html).toContain(`<code>${name}</code>`);
    await assistant.close();
  },
);

test("the Python client can be downloaded with the command on the page", async () => {
  const { text } = await readPage(`${site.url}/docs/quick-start`);
  const address = /curl --output safety_statistics\.py (http\S+?-[0-9a-f]{12}\.py)/.exec(text)?.[1] ?? "";
  const response = await fetch(address);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/x-python; charset=utf-8"]);
  expect(response.headers.get("cache-control")).toContain("immutable");
  expect(await response.text()).toBe(await Bun.file("packages/python/safety_statistics/__init__.py").text());
  expect((await fetch(address.replace(/-[0-9a-f]{12}/, "-000000000000"))).status).toBe(404);
});

test("the page about versions lists the changes to the API, says which year a record is for, and allows caching", async () => {
  const { text } = await readPage(`${site.url}/docs/versions`);
  for (const part of ["Data years", "You may store answers", "Changes to the API", "records are for an older year"]) {
    expect(text).toContain(part);
  }
  for (const setting of ["DATABASE_URL", "SNAPSHOT_PATH", "npm run bench"]) expect(text).not.toContain(setting);
});
