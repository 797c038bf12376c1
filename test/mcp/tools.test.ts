import { afterAll, describe, expect, test } from "bun:test";
import { Client as CurrentClient, StreamableHTTPClientTransport as CurrentHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as CurrentStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { OPERATIONS } from "../../src/api/operations.ts";
import { ownText } from "../../src/base/text.ts";
import { explainCity, explainCounty } from "../../src/domain/explain.ts";
import { historyOfCity, historyOfCounty } from "../../src/domain/history.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { contextOf } from "../../src/mcp/context.ts";
import { PROGRAM, safety } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { sharedSite } from "../support/served-site.ts";
import { releasedNation, releasedPlaces } from "../support/server.ts";

const site = await sharedSite();

/** The tools of release 1.0. Assistants call them by name, so they stay. */
const RELEASED_TOOLS = [
  ...["city", "county", "dataset", "explain_city", "explain_county", "history", "county_history"],
  ...["find_place", "locate", "compare"],
];

/** What the clients of all versions have in common. */
interface AnyClient extends Pick<Client, "close" | "getInstructions"> {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<ToolResult>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string; readonly inputSchema: object }[] }>;
}
interface ToolResult {
  readonly isError?: unknown;
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly toolResult?: unknown;
}

const url = () => new URL(`${site.url}/mcp`);
const byHeader = (key: string) => ({ requestInit: { headers: { "X-API-Key": key } } });
const asBearer = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });
const command = (key: string) => ({
  command: process.execPath,
  args: [PROGRAM, "mcp", "--url", site.url],
  env: { SAFETY_API_KEY: key },
});
const CLIENT = { name: "a test", version: "1" };
const DISCOVERS = { versionNegotiation: { mode: "auto" } } as const;

/** Clients of the generation with a handshake and of the current one, each in both ways. */
const CLIENTS: Readonly<Record<string, (key: string) => Promise<AnyClient>>> = {
  "HTTP after a handshake": async (key) => {
    const client = new Client(CLIENT);
    await client.connect(new StreamableHTTPClientTransport(url(), byHeader(key)));
    return client;
  },
  "HTTP of version 2026-07-28": async (key) => {
    const client = new CurrentClient(CLIENT, DISCOVERS);
    await client.connect(new CurrentHttp(url(), asBearer(key)));
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    return client;
  },
  "the command after a handshake": async (key) => {
    const client = new Client(CLIENT);
    await client.connect(new StdioClientTransport(command(key)));
    return client;
  },
  "the command with version 2026-07-28": async (key) => {
    const client = new CurrentClient(CLIENT, DISCOVERS);
    await client.connect(new CurrentStdio(command(key)));
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    return client;
  },
};

const { city, county, records, statistics } = releasedPlaces;
const losAngeles = city(ownText("Los Angeles"));
const orange = county(ownText("Orange"));
const NOT_FOUND = { found: false, data: null, suggestions: [], hint: expect.stringContaining("find_place") };
const ANSWERS: readonly [string, Record<string, unknown>, unknown][] = [
  ["city", { name: "los angeles" }, found(losAngeles?.entry.record)],
  ["city", { name: "Atlantis" }, NOT_FOUND],
  ["county", { name: "Orange" }, found(orange?.entry.record)],
  [
    "explain_city",
    { name: "Los Angeles", full: true },
    found(
      losAngeles && { ...explainCity(losAngeles.entry, records), nation: expect.objectContaining({ data_year: 2024 }) },
    ),
  ],
  ["explain_city", { name: "Atlantis" }, NOT_FOUND],
  ["explain_county", { name: "Orange", full: true }, found(orange && explainCounty(orange.entry, records))],
  ["history", { name: "Los Angeles", full: true }, found(losAngeles && historyOfCity(losAngeles.entry, records))],
  ["county_history", { name: "Orange", full: true }, found(orange && historyOfCounty(orange.entry, records))],
  ["dataset", {}, { ...statistics }],
];

function found(data: object | undefined) {
  return { found: true, data, context: expect.objectContaining(contextOf(CALIFORNIA)) };
}

describe.each(Object.entries(CLIENTS))("over %s", async (name, connect) => {
  // An account of each client's own, because a plan allows few test keys.
  const email = `${name.replaceAll(" ", "-")}@example.com`;
  const key = await issueKey(site.databaseUrl, { email, type: "test" });
  const client = await connect(key);
  afterAll(() => client.close());

  const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });

  test("an assistant can list the tool of each operation with the cautions, in at most 10 KB", async () => {
    const { tools } = await client.listTools();
    const names = tools.map((tool) => tool.name);
    const descriptions = await Promise.all(OPERATIONS.map((operation) => operation.describe()));
    expect(names).toEqual([...descriptions.flatMap(({ tool }) => tool?.name ?? []), "compare"]);
    expect(RELEASED_TOOLS.filter((name) => !names.includes(name))).toEqual([]);
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(10_000);
    expect(client.getInstructions()).toContain("tenant, credit, employment or insurance");
  });

  test.each(ANSWERS)(
    "%s answers %j with what the API knows, as structure and as text",
    async (name, args, expected) => {
      const { structuredContent, content } = await call(name, args);
      expect(structuredContent).toEqual(expected);
      expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
    },
  );

  test("a revoked key is refused from the next message on", async () => {
    const { out } = await safety({ DATABASE_URL: site.databaseUrl }, "key", "list", "--email", email, "--json");
    const listed: { id: number; display: string }[] = JSON.parse(out);
    const id = listed.find(({ display }) => display.slice(-4) === key.slice(-4))?.id;
    await safety({ DATABASE_URL: site.databaseUrl }, "key", "revoke", String(id));
    expect(call("dataset")).rejects.toThrow("key_revoked");
    expect(call("city", { name: "Irvine" })).rejects.toThrow("key_revoked");
  });
});

describe("whatever the client", async () => {
  const key = await issueKey(site.databaseUrl, { email: "mcp-tools@example.com" });
  const client = new CurrentClient(CLIENT, DISCOVERS);
  await client.connect(new CurrentHttp(url(), byHeader(key)));
  afterAll(() => client.close());

  const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });

  test("a name that is not a city, a ZIP code, or a point leads to the record that applies", async () => {
    const places = await call("find_place", { q: "holywood", limit: 1 });
    expect(places.structuredContent).toMatchObject({ places: [{ name: "Hollywood", within: "Los Angeles" }] });
    for (const question of [
      { lat: 34.0983, lon: -118.3267 },
      { zip: "90028" },
      { zip: 90_028 },
      { name: "Hollywood" },
    ]) {
      const { structuredContent } = await call("locate", question);
      expect(structuredContent).toMatchObject({ found: true, data: { city: { city: "Los Angeles" } } });
    }
  });

  test.each([
    ["locate", { zip: "78701" }],
    ["locate", { lat: 30.2711, lon: -97.7437 }],
    ["locate", { name: "Austin, TX" }],
    ["locate", { name: "Austin", state: "Texas" }],
    ["find_place", { q: "austin tx", limit: 1 }],
    ["find_place", { near: "30.2711,-97.7437", limit: 1 }],
  ])("%s with %j finds a place elsewhere, with its year, yardstick, and cautions", async (name, args) => {
    const { structuredContent } = await call(name, args);
    const { data, places, context } = Object(structuredContent);
    const { record = places?.[0].data, place = places?.[0] } = data ?? {};
    expect([place.city, place.state, record.data_year, record.yardstick]).toEqual([
      ...["Austin", "TX"],
      releasedNation.dataYear,
      "United States = 50",
    ]);
    expect(context.yardstick).toContain("United States");
    const texts = releasedNation.ofGeoid("4805000")?.record.cautions.map(({ text }) => `Austin, TX: ${text}`) ?? [];
    if (places !== undefined) expect(context.cautions ?? []).toEqual(texts);
  });

  test("a name that California has is never answered elsewhere, and one in several states has no answer", async () => {
    const { structuredContent: own } = await call("locate", { name: "Hollywood" });
    expect(own).toMatchObject({ data: { city: { city: "Los Angeles" } } });
    const { structuredContent: several } = await call("locate", { name: "Springfield" });
    expect(several).toMatchObject({ data: { matched: { kind: "several" }, place: null, record: null } });
  });

  test("area has what a county department polices, with its cautions, and says that it is not the county", async () => {
    const { structuredContent } = await call("area", { name: "Howard", state: "Maryland" });
    const [howard] = releasedNation.areasOf("24027");
    expect(structuredContent).toMatchObject({
      found: true,
      data: { areas: [howard?.record] },
      context: { area: expect.stringContaining("not of the county"), data_year: releasedNation.dataYear },
    });
    expect((await call("area", { name: "Dallas", state: "TX" })).structuredContent).toMatchObject({
      found: false,
      without_figures: [{ reason: "no_area" }],
    });
    const { structuredContent: columbia } = await call("locate", { name: "Columbia", state: "MD" });
    expect(columbia).toMatchObject({ data: { covered_by: { area: howard?.record.area } } });
  });

  test("peers has ten places of the state and ten of the nation, with the rank of each", async () => {
    const { structuredContent } = await call("peers", { name: "Round Rock", state: "TX" });
    const { place, in_state, in_nation } = Object(structuredContent).data;
    expect(place).toMatchObject({ city: "Round Rock", rank: { nation: { rank: expect.any(Number) } } });
    for (const { larger, smaller } of [in_state, in_nation]) expect([larger.length, smaller.length]).toEqual([5, 5]);
  });

  test("a comparison says which of five towns has less violent crime, and how sure that is", async () => {
    const towns = ["Redding", "Davis", "Oakland", "Irvine", "Fresno"];
    const { structuredContent } = await call("compare", { places: towns });
    expect(structuredContent).toMatchObject({
      places: towns.map((name) => {
        const record = releasedPlaces.city(ownText(name))?.entry.record;
        return {
          name,
          county: record?.county,
          data_year: record?.data_year,
          safety_score: record?.safety_score,
          score_next_year: [expect.any(Number), expect.any(Number)],
          violent: { rate: expect.any(Number), low: expect.any(Number), high: expect.any(Number) },
        };
      }),
      fewest_first: {
        violent: {
          order: ["Irvine", "Davis", "Fresno", "Redding", "Oakland"],
          chance_below_next: [0.99, 0.99, expect.any(Number), 0.99],
        },
      },
    });
  });

  test("a comparison across states takes names in one text, or one state for all that name none", async () => {
    for (const args of [{ places: "Austin, TX, Irvine, CA" }, { places: ["Austin", "Irvine, CA"], state: "Texas" }]) {
      const { structuredContent } = await call("compare", args);
      expect(structuredContent).toMatchObject({ places: [{ state: "TX" }, { name: "Irvine, CA", state: "CA" }] });
    }
  });

  test("a comparison takes names in one text, counties, and unknown places", async () => {
    const { structuredContent } = await call("compare", { places: "Irvine, Orange County, Atlantis" });
    expect(structuredContent).toMatchObject({
      places: [
        { name: "Irvine" },
        { name: "Orange County", county: "Orange County" },
        { name: "Atlantis", found: false },
      ],
      fewest_first: { violent: { order: ["Irvine", "Orange County"], chance_below_next: [0.99] } },
    });
  });

  test.each([
    ["city", { name: "Los Angeles" }],
    ["explain_city", { name: "Los Angeles" }],
    ["explain_county", { name: "Los Angeles" }],
    ["history", { name: "San Luis Obispo" }],
    ["county_history", { name: "San Luis Obispo" }],
    ["find_place", { q: "san" }],
    ["find_place", { q: "south" }],
    ["locate", { zip: "93422" }],
    [
      "compare",
      { places: ["San Luis Obispo", "South San Francisco", "Rancho Cucamonga", "East Palo Alto", "Atascadero"] },
    ],
  ])("the answer of %s to %j has less than 6 KB, as structure and as text together", async (name, args) => {
    const answer = await call(name, args);
    expect(answer.isError).toBeUndefined();
    expect(JSON.stringify(answer).length).toBeLessThan(6_144);
  });

  test.each([
    ["city", { name: "Sacremento" }, "Sacramento", "suggestions"],
    ["city", { name: "Half Moon Bay" }, "Half Moon Bay", "San Mateo County"],
    ["city", { name: "Hollywood" }, "Hollywood", "part of Los Angeles"],
    ["city", { name: "Orange County" }, "Orange County", "tool for counties"],
    ["county", { name: "Irvine" }, "Irvine", "a city in Orange County"],
    ["history", { name: 94_110 }, "San Francisco", "ZIP code"],
    ["locate", { name: "Sacremento" }, "Sacramento", "suggestions"],
    ["compare", { places: ["Sacremento"] }, "Sacramento", "suggestions"],
  ])("%s with %j finds nothing, but suggests %s and says why", async (name, args, first, hint) => {
    const { structuredContent } = await call(name, args);
    const notFound = { found: false, suggestions: [{ name: first }], hint: expect.stringContaining(hint) };
    const { suggestions } = notFound;
    const [got] = name === "compare" ? Object(structuredContent).places : [structuredContent];
    expect({ ...got, suggestions: got.suggestions.slice(0, 1) }).toMatchObject({ ...notFound, suggestions });
    expect(JSON.stringify(got)).not.toContain('grade":');
  });

  test.each([
    ["city", { name: "Hamilton Township", state: "NJ" }, "Hamilton Township", "Add the county"],
    ["city", { name: "Astin", state: "TX" }, "Austin", "exactly this name"],
    ["explain_city", { name: "Chicago", state: "IL" }, undefined, "has no grade"],
    ["history", { name: "Zzyzx Qqq", state: "TX" }, undefined, "2,500 residents"],
    ["find_place", { q: "Zzyzx Qqq", state: "TX" }, undefined, "2,500 residents"],
    ["city", { name: "Austin, TX" }, undefined, "send its state in the argument state"],
    ["find_place", { q: "zzyzx qqq" }, undefined, "send its state in the argument state"],
    ["locate", { name: "Zzyzx Qqq" }, undefined, "send its state in the argument state"],
    ["peers", { name: "Hamilton Township", state: "NJ" }, "Hamilton Township", "Add the county"],
  ])("%s with %j, in another state, suggests %s without a grade and says why", async (name, args, city, hint) => {
    const { structuredContent } = await call(name, args);
    const { suggestions, ...got } = Object(structuredContent);
    expect([suggestions[0]?.city, got.hint]).toEqual([city, expect.stringContaining(hint)]);
    expect(JSON.stringify(structuredContent)).not.toContain('grade":');
  });

  test.each([
    ["city", { name: "Irvine", state: "" }],
    ["city", { name: " Irvine ", state: null }],
    ["county", { name: "Orange" }],
    ["locate", { lat: 34.05, lon: -118.24, zip: "", name: "" }],
    ["locate", { zip: 92_618, name: null, lat: "", lon: " " }],
    ["find_place", { q: "irvine", kind: "", county: null, limit: "", near: "" }],
    ["explain_city", { name: "Irvine", state: "", full: "" }],
    ["compare", { places: ["Irvine", "", null, "Fresno"], state: "" }],
  ])("%s takes null and empty texts in %j as left out", async (name, args) => {
    const given = Object.entries(args).map(([key, value]) => {
      const list = [value].flat().filter((one) => one !== null && String(one).trim() !== "");
      return [key, Array.isArray(value) ? list : list[0]];
    });
    const plain = await call(name, Object.fromEntries(given.filter(([, value]) => value !== undefined)));
    expect(plain.isError).toBeUndefined();
    expect((await call(name, args)).structuredContent).toEqual(plain.structuredContent);
  });

  test.each([
    '["Irvine", "Fresno"]',
    ' [ "Irvine","","Fresno" ] ',
    "Irvine, Fresno",
    "Irvine; Fresno",
    "Irvine\nFresno\n",
  ])("compare takes the list in one text, %j", async (places) => {
    const plain = await call("compare", { places: ["Irvine", "Fresno"] });
    expect((await call("compare", { places })).structuredContent).toEqual(plain.structuredContent);
  });

  test("a list that is not JSON, although it begins like it, is a name that is not found", async () => {
    for (const places of ["[Irvine", "[1, 2]", '[["Irvine"]]']) {
      const { structuredContent } = await call("compare", { places });
      expect(Object(structuredContent).places).toContainEqual(expect.objectContaining({ found: false }));
    }
  });

  test("a boolean has any usual spelling, and every other one is refused by name", async () => {
    const long = (await call("explain_city", { name: "Irvine", full: true })).structuredContent;
    const short = (await call("explain_city", { name: "Irvine" })).structuredContent;
    expect(long).not.toEqual(short);
    for (const [full, answer] of [
      ...["true", "True", " TRUE ", "1", 1, "yes", "on"].map((one) => [one, long] as const),
      ...[false, "false", "False", "0", 0, "no", "off", null, ""].map((one) => [one, short] as const),
    ]) {
      expect([full, (await call("explain_city", { name: "Irvine", full })).structuredContent]).toEqual([full, answer]);
    }
    const refused = problemOf(await call("explain_city", { name: "Irvine", full: "very" }));
    expect(refused).toMatchObject({ errors: [{ parameter: "full", detail: "must be true or false" }] });
  });

  test.each([
    ["city", { name: "", state: "TX" }, "name", "is missing"],
    ["city", { name: null }, "name", "is missing"],
    ["compare", { places: ["", null] }, "places", "is missing"],
    ["city", { name: { a: 7 } }, "name", "must be a text"],
    ["city", {}, "name", "is missing"],
    ["compare", {}, "places", "is missing"],
    ["locate", { lat: 34 }, "lon", "lat and lon together"],
    ["city", { name: "Pasadena", state: "ZZ" }, "state", "USPS code"],
    ["history", { name: "Pasadena", year: 2024 }, "year", "the arguments are name, state, full"],
    ["city", { city: "Irvine" }, "city", "send name"],
    ["compare", { cities: ["Irvine"] }, "cities", "send places"],
    ["compare", { places: ["Austin"], state: "ZZ" }, "state", "USPS code"],
    ["find_place", { name: "Irvine" }, "name", "the arguments are q, kind"],
    ["peers", { state: "IL", name: "1600000US17167" }, "name", "send 0500000US17167"],
    ["compare", { places: ["Irvine", "1600000US17167"] }, "places", "send 0500000US17167"],
    ["dataset", { year: 2024 }, "year", "has none"],
  ])("invalid arguments of %s, %j, are a tool error that names %s", async (name, args, parameter, right) => {
    const detail = expect.stringContaining(right);
    expect(problemOf(await call(name, args))).toMatchObject({ detail, errors: [{ parameter, detail }] });
  });

  test("a name has as many characters as under /v1, however many bytes they take, and the schema says how many", async () => {
    expect((await call("city", { name: "💥".repeat(100) })).structuredContent).toEqual(NOT_FOUND);
    expect((await call("city", { name: "x".repeat(101) })).isError).toBe(true);
    const { tools } = await client.listTools();
    expect(tools[0]?.inputSchema).toMatchObject({ properties: { name: { type: "string", maxLength: 100 } } });
  });

  test("a comparison of more places than a batch may have is a tool error that names the plan's limit", async () => {
    const places = Array.from({ length: 26 }, () => "Irvine");
    expect(problemOf(await call("compare", { places }))).toMatchObject({ code: "batch_too_large", limit: 25 });
  });
});

function problemOf(result: ToolResult): unknown {
  expect(result.isError).toBe(true);
  const content: unknown = result.content;
  return Array.isArray(content) ? JSON.parse(content[0].text) : undefined;
}

test("the command gives each line one answer, also to one that is no message, and none to a notification", async () => {
  const key = await issueKey(site.databaseUrl, { email: "mcp-lines@example.com", type: "test" });
  const message = (id: number, method: string, params = {}) => JSON.stringify({ jsonrpc: "2.0", id, method, params });
  const deep = `{"a":${"[".repeat(20)}${"]".repeat(20)}}`;
  const separators = { name: "find_place", arguments: { q: "\u2028irvine\u2029\u0085" } };
  const lines = [
    ["\ufeffgarbage", [null, -32700]],
    ['{"jsonrpc":"2.0"}', [null, -32600]],
    ['{"id":', [null, -32700]],
    [message(7, "tools/list"), [7, undefined]],
    [`[${message(8, "tools/list")}]`, [null, -32700]],
    ["7", [null, -32700]],
    [deep, [null, -32603]],
    [JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })],
    [JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized", params: { a: "x".repeat(9_000) } })],
    [message(9, "tools/call", separators), [9, undefined]],
    [`${message(10, "ping")}\r`, [10, undefined]],
    [" \r"],
    [message(11, "ping"), [11, undefined]],
  ] as const;
  expect(lines.some(([line]) => line.includes("\u2028"))).toBe(true);
  const bridge = Bun.spawn([process.execPath, PROGRAM, "mcp", "--url", site.url], {
    env: { PATH: process.env["PATH"] ?? "", SAFETY_API_KEY: key },
    stdin: Buffer.from(lines.map(([line]) => line).join("\n")),
    stdout: "pipe",
  });
  const answers = (await new Response(bridge.stdout).text()).trimEnd().split("\n");
  const got = answers.map((line): { id: unknown; error?: { code: number } } => JSON.parse(line));
  expect(got.map(({ id, error }) => [id, error?.code])).toEqual(
    lines.flatMap(([, answer]) => (answer ? [[...answer]] : [])),
  );
});
