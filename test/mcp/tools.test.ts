import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { OPERATIONS } from "../../src/api/operations.ts";
import { explainCity, explainCounty } from "../../src/domain/explain.ts";
import { historyOfCity, historyOfCounty } from "../../src/domain/history.ts";
import { PROGRAM, safety } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { type ServedSite, serveSite } from "../support/served-site.ts";
import { releasedPlaces } from "../support/server.ts";

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

/** The tools of release 1.0. Assistants call them by name, so they stay. */
const RELEASED_TOOLS = [
  ...["city", "county", "dataset", "explain_city", "explain_county", "history", "county_history"],
  ...["find_place", "locate", "compare"],
];

const TRANSPORTS: Readonly<Record<string, (key: string) => Transport>> = {
  "streamable HTTP": (key) =>
    new StreamableHTTPClientTransport(new URL(`${site.url}/mcp`), { requestInit: { headers: { "X-API-Key": key } } }),
  "the command on standard input and output": (key) =>
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, "mcp", "--url", site.url],
      env: { SAFETY_API_KEY: key },
    }),
};

describe.each(Object.entries(TRANSPORTS))("over %s", (_name, transportFor) => {
  let client: Client;
  let key: string;
  beforeAll(async () => {
    key = await issueKey(site.databaseUrl, { type: "test" });
    client = new Client({ name: "a test", version: "1" });
    await client.connect(transportFor(key));
  });
  afterAll(() => client.close());

  async function call(name: string, args: Record<string, unknown> = {}) {
    return client.callTool({ name, arguments: args });
  }

  test("an assistant can list the tool of each operation with the cautions, each with the schema of its answer", async () => {
    const { tools } = await client.listTools();
    const names = tools.map((tool) => tool.name);
    const descriptions = await Promise.all(OPERATIONS.map((operation) => operation.describe()));
    expect(names).toEqual([...descriptions.flatMap(({ tool }) => tool?.name ?? []), "compare"]);
    expect(RELEASED_TOOLS.filter((name) => !names.includes(name))).toEqual([]);
    for (const tool of tools) expect(tool.outputSchema).toBeDefined();
    expect(client.getInstructions()).toContain("tenant, credit, employment or insurance");
  });

  test("the tools answer with the records of the API, as structure and as text", async () => {
    const city = await call("city", { name: "los angeles" });
    expect(city.structuredContent).toEqual(JSON.parse(releasedPlaces.city("Los Angeles")?.answer.body ?? ""));
    expect(city.content).toEqual([{ type: "text", text: JSON.stringify(city.structuredContent) }]);
    const county = await call("county", { name: "Orange" });
    expect(county.structuredContent).toEqual(JSON.parse(releasedPlaces.county("Orange")?.answer.body ?? ""));
    const explained = await call("explain_city", { name: "los angeles" });
    const losAngeles = releasedPlaces.city("Los Angeles")?.entry;
    expect(explained.structuredContent).toEqual({
      found: true,
      data: losAngeles && explainCity(losAngeles, releasedPlaces.records.state.trend),
    });
    expect((await call("explain_city", { name: "Atlantis" })).structuredContent).toEqual({ found: false, data: null });
    const dataset = await call("dataset");
    expect(dataset.structuredContent).toEqual({ ...releasedPlaces.statistics });
    const absent = await call("city", { name: "Atlantis" });
    expect(absent.structuredContent).toEqual({ found: false, data: null });
  });

  test("a name that is not a city, a ZIP code, or a point leads to the record that applies", async () => {
    const places = await call("find_place", { q: "holywood", limit: 1 });
    expect(places.structuredContent).toMatchObject({ places: [{ name: "Hollywood", within: "Los Angeles" }] });
    for (const question of [{ lat: 34.0983, lon: -118.3267 }, { zip: "90028" }, { name: "Hollywood" }]) {
      const { structuredContent } = await call("locate", question);
      expect(structuredContent).toMatchObject({ found: true, data: { city: { city: "Los Angeles" } } });
    }
    expect(problemOf(await call("locate", { lat: 34 }))).toMatchObject({ errors: [{ parameter: "lon" }] });
  });

  test("the years of a city and of a county, and how a county's score was made", async () => {
    const city = releasedPlaces.city("Irvine")?.entry;
    const county = releasedPlaces.county("Orange")?.entry;
    const answers = [
      [await call("history", { name: "irvine" }), city && historyOfCity(city, releasedPlaces.records.state.trend)],
      [
        await call("county_history", { name: "Orange" }),
        county && historyOfCounty(county, releasedPlaces.records.state.trend),
      ],
      [
        await call("explain_county", { name: "Orange" }),
        county && explainCounty(county, releasedPlaces.records.state.trend),
      ],
    ] as const;
    for (const [answer, data] of answers) expect(answer.structuredContent).toEqual({ found: true, data });
  });

  test("a county without a record has no score and no explanation, but it has its years", async () => {
    const nothing = { found: false, data: null };
    for (const tool of ["county", "explain_county"]) {
      expect((await call(tool, { name: "Mendocino" })).structuredContent).toEqual(nothing);
    }
    const years = await call("county_history", { name: "Mendocino" });
    expect(years.structuredContent).toMatchObject({ found: true, data: { county: "Mendocino County" } });
    const compared = await call("compare", { places: ["Mendocino County"] });
    expect(compared.structuredContent).toEqual({ places: [{ name: "Mendocino County", kind: null, record: null }] });
    const listed = await call("find_place", { kind: "county", status: "absent" });
    expect(listed.structuredContent).toMatchObject({
      places: releasedPlaces.records.absentCounties.map(({ county }) => ({
        name: county,
        reason: "incomplete_figures",
        data: null,
      })),
    });
    const located = await call("locate", { name: "Mendocino County" });
    expect(located.structuredContent).toMatchObject({ found: true, data: { answer: null, county: null } });
  });

  test("a comparison has cities and counties side by side, in the order of the request", async () => {
    const { structuredContent } = await call("compare", { places: ["Irvine", "Orange County", "Atlantis"] });
    expect(structuredContent).toEqual({
      places: [
        { name: "Irvine", kind: "city", record: releasedPlaces.city("Irvine")?.entry.record },
        { name: "Orange County", kind: "county", record: releasedPlaces.county("Orange")?.entry.record },
        { name: "Atlantis", kind: null, record: null },
      ],
    });
  });

  test("each tool call counts once; connecting, listing, and invalid arguments count nothing", async () => {
    const before = await remainingAfterOneMore(key);
    await client.listTools();
    await call("city", { name: 7 });
    await call("compare", { places: ["Irvine", "Tustin", "Los Angeles"] });
    await call("city", { name: "Atlantis" });
    await call("explain_city", { name: "Irvine" });
    expect(before - (await remainingAfterOneMore(key))).toBe(4);
  });

  test("a name has as many characters as under /v1, however many bytes they take, and the schema says how many", async () => {
    expect((await call("city", { name: "💥".repeat(100) })).structuredContent).toEqual({ found: false, data: null });
    expect((await call("city", { name: "x".repeat(101) })).isError).toBe(true);
    const { tools } = await client.listTools();
    expect(tools[0]?.inputSchema.properties).toMatchObject({ name: { type: "string", maxLength: 100 } });
  });

  test("a comparison of more places than a batch may have is a tool error that names the plan's limit", async () => {
    const places = Array.from({ length: 26 }, () => "Irvine");
    expect(problemOf(await call("compare", { places }))).toMatchObject({ code: "batch_too_large", limit: 25 });
  });

  test("a revoked key is refused from the next message on", async () => {
    const { out } = await safety(
      { DATABASE_URL: site.databaseUrl },
      "key",
      "list",
      "--email",
      "alice@example.com",
      "--json",
    );
    const listed: { id: number; display: string }[] = JSON.parse(out);
    const id = listed.find(({ display }) => display.slice(-4) === key.slice(-4))?.id;
    await safety({ DATABASE_URL: site.databaseUrl }, "key", "revoke", String(id));
    expect(call("dataset")).rejects.toThrow("key_revoked");
    expect(client.listTools()).rejects.toThrow("key_revoked");
  });
});

/** The day's remaining requests after one more counted request. */
async function remainingAfterOneMore(key: string): Promise<number> {
  const { headers } = await fetch(`${site.url}/v1/stats`, { headers: { "X-API-Key": key } });
  return Number(headers.get("X-RateLimit-Remaining"));
}

function problemOf(result: Awaited<ReturnType<Client["callTool"]>>): unknown {
  expect(result.isError).toBe(true);
  const content: unknown = result.content;
  return Array.isArray(content) ? JSON.parse(content[0].text) : undefined;
}

test("the command answers a line that is not a message with a JSON-RPC error, and continues", async () => {
  const key = await issueKey(site.databaseUrl, { type: "test" });
  const list = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list" });
  const bridge = Bun.spawn([process.execPath, PROGRAM, "mcp", "--url", site.url], {
    env: { PATH: process.env["PATH"] ?? "", SAFETY_API_KEY: key },
    stdin: Buffer.from(`garbage\n{"jsonrpc":"2.0"}\n{"id":\n${list}\n`),
    stdout: "pipe",
  });
  const lines = (await new Response(bridge.stdout).text()).trimEnd().split("\n");
  const answers = lines.map((line): { id: unknown; error?: { code: number } } => JSON.parse(line));
  expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
    [null, -32700],
    [null, -32600],
    [null, -32700],
    [7, undefined],
  ]);
});
