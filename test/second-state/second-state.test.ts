import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import type { RequestValues } from "../../src/api/description.ts";
import { bodyOf, inputOf, type Operation, urlPathFor } from "../../src/api/operation.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { DatasetFileError } from "../../src/base/sealed-file.ts";
import { CONTRACT_EDITION, CONTRACT_NAME } from "../../src/editions/table.ts";
import { readDataset } from "../../src/figures/file.ts";
import { STATE_NAMES } from "../../src/lookup/served.ts";
import { createStatePlaces } from "../../src/lookup/state-places.ts";
import { COUNTRY } from "../../src/main/country.ts";
import { PAGES, pagesFor } from "../../src/site/pages.ts";
import { isOfAccount } from "../../src/site/ui/urls.ts";
import { issueKey } from "../support/issue-key.ts";
import { OREGON } from "../support/oregon/oregon.ts";
import { ROWS } from "../support/oregon/program.ts";
import { secondState } from "../support/oregon/second-state.ts";
import { serveProgram } from "../support/served-program.ts";
import { words } from "../support/site-pages.ts";

const { file, operations, pages, program, records } = secondState;
const service = await serveProgram({ LOG_LEVEL: "silent" }, { program, runsOn: false });
const key = await issueKey(service.databaseUrl, { plan: "enterprise" });
/** California's words and codes: no answer about the second state has them. */
const OTHER_STATE = new RegExp(`${CONTRACT_EDITION.name}|\\b${CONTRACT_EDITION.abbreviation}\\b`);
const PART = OREGON.path.slice(1);

function send(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(service.url + path, { redirect: "manual", ...init, headers: { "X-API-Key": key, ...init.headers } });
}

/** The status and the body of the answer to a request with these values. */
async function answerOf(operation: Operation, values: RequestValues = {}) {
  const path = urlPathFor(operation, inputOf(operation, values));
  const body = operation.method === "POST" ? JSON.stringify(bodyOf(operation, values)) : null;
  const answer = await send(
    path,
    body === null ? {} : { method: "POST", body, headers: { "Content-Type": "application/json" } },
  );
  return { status: answer.status, text: await answer.text() };
}

test("needs its folder, its file, and one row in each of four tables", () => {
  expect(ROWS.map(({ file }) => file)).toEqual([
    "src/editions/table.ts",
    "src/lookup/served.ts",
    "src/main/paths.ts",
    "src/dataset/builds.ts",
  ]);
});

test("has a file that is not served as that of another state", () => {
  const open = () => createStatePlaces(readDataset(file), CONTRACT_EDITION, STATE_NAMES[CONTRACT_NAME], COUNTRY);
  expect(open).toThrow(DatasetFileError);
  expect(open).toThrow("the dataset is of another state than California: its counties' codes do not begin with 06;");
});

test("has a record of each city and county with figures, and the reason for the others, from the general build", () => {
  expect(records.cities.map(({ record }) => record.city)).toEqual(["Eugene", "Salem", "Silverton"]);
  expect(records.counties.map(({ record }) => record.county)).toEqual(["Lane County", "Marion County"]);
  expect(records.absent.map(({ city, reason }) => [city, reason])).toEqual([
    ["Springfield", "incomplete_figures"],
    ["Sublimity", "no_separate_report"],
  ]);
  for (const { record } of records.cities) expect(record.comparison).toEndWith(" OR average");
  const cautions = records.cities.map(({ cautions }) => cautions.map(({ code }) => code));
  expect(cautions).toEqual([["campus_police"], ["prison"], []]);
  const silverton = records.cities.find(({ record }) => record.city === "Silverton");
  expect(silverton?.trend.partialYears).toEqual([2012]);
});

describe("its operations", async () => {
  const own = operations.filter(({ edition }) => edition.path === OREGON.path);
  const described = await Promise.all(
    own.map(async (operation) => [operation.id, operation, await operation.describe()] as const),
  );

  test("are those of the contract's edition, under its path", () => {
    const ofContract = OPERATIONS.filter(({ edition }) => edition.path === "");
    expect(own.map(({ id, path, method }) => [id, path, method])).toEqual(
      ofContract.map(({ id, path, method }) => [`${id}OR`, path.replace("/v1/", "/v1/or/"), method]),
    );
  });

  test.each(described)("%s answers each of its examples and names no other state", async (_, operation, texts) => {
    const { schemas: __, path: ___, query: ____, body: _____, answer: ______, ...said } = texts;
    expect(JSON.stringify(said)).not.toMatch(OTHER_STATE);
    for (const values of [...Object.values(texts.examples), texts.sample]) {
      const { status, text } = await answerOf(operation, values);
      expect([values, status]).toEqual([values, 200]);
      expect(text).not.toMatch(OTHER_STATE);
    }
    // The sample of a client's documentation is found.
    const { text } = await answerOf(operation, texts.sample);
    expect(text).not.toStartWith('{"found":false');
    expect(text).not.toStartWith('{"total":0');
  });

  const get = async (path: string): Promise<unknown> => (await send(`/v1/or/${path}`)).json();

  test("look up each record, explanation, and history by name", async () => {
    const kinds = ["safety", "explain", "history"];
    for (const { record } of records.cities)
      for (const kind of kinds) expect(await get(`${kind}/${record.city}`)).toMatchObject({ found: true });
    for (const { record } of records.counties)
      for (const kind of kinds) expect(await get(`${kind}/county/${record.county}`)).toMatchObject({ found: true });
    expect(await get("explain/Eugene")).toMatchObject({ data: { nation: { yardstick: "United States = 50" } } });
  });

  test.each([
    ["Eugene, Oregon", true],
    ["eugene o.r.", true],
    ["City of Eugene, OR 97401", true],
    ["Eugene, Lane County, OR 97401 USA", true],
    ["Silver Creek", true],
    ["Eugene, California", false],
    ["Eugene CA", false],
    ["Eugene 92618", false],
    ["Sublimity", false],
  ])("%s: found is %s", async (name, found) => {
    expect(await get(`safety/${encodeURIComponent(name)}`)).toMatchObject({ found });
  });

  test.each([
    ["name=Eugene,+CA", "Only places in Oregon are looked up here. This was read as one in California."],
    ["zip=92618", "92618 is not a ZIP code of Oregon."],
    ["lat=44.05&lon=123.1", "Longitudes in Oregon are negative"],
    ["lat=10&lon=10", "The point is not in Oregon."],
  ])("a hint for %s names it", async (query, hint) => {
    expect(await get(`locate?${query}`)).toMatchObject({ found: false, hint: expect.stringContaining(hint) });
  });

  test("find its points, ZIP codes, neighborhood, and community, and refuse those of other states", async () => {
    const county = { answer: "county", county: { county: "Marion County" } };
    expect(await get("locate?lat=44.055&lon=-123.105")).toMatchObject({ data: { city: { city: "Eugene" } } });
    expect(await get("locate?zip=97401")).toMatchObject({ data: { city: { city: "Eugene" } } });
    expect(await get("locate?name=Whiteaker")).toMatchObject({ data: { city: { city: "Eugene" } } });
    expect(await get("locate?name=TrackTown")).toMatchObject({ data: { city: { city: "Eugene" } } });
    expect(await get("locate?name=Four+Corners")).toMatchObject({ data: county });
    expect(await get("locate?name=Sublimity")).toMatchObject({ data: county });
    expect(await get("places?county=Nowhere")).toMatchObject({ detail: expect.stringContaining("county of Oregon") });
    expect(await get("safety/Eugene?state=CA")).toMatchObject({ detail: expect.stringContaining("places in Oregon") });
  });
});

describe("its tools for assistants", async () => {
  const call = async (method: string, params: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const text = await (await send("/mcp", { method: "POST", body, headers })).text();
    return JSON.parse(text.replace(/^[\s\S]*?(?=\{)/, ""));
  };
  const listed: { name: string; inputSchema: { required?: string[] } }[] = (await call("tools/list", {})).result.tools;
  const own = listed.filter(({ name }) => name.startsWith(`${PART}_`));

  test("are those of the contract's edition, with its code before their names", async () => {
    const tools = await Promise.all(
      OPERATIONS.filter(({ edition }) => edition.path === "").map((one) => one.describe()),
    );
    const names = tools.flatMap(({ tool }) => (tool === null ? [] : [`${PART}_${tool.name}`]));
    expect(own.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });

  test.each(own.map((tool) => [tool.name, tool] as const))("%s answers about its places", async (name, tool) => {
    // The longitude's text is shared by all states of the table, and names them all.
    expect(JSON.stringify(tool).replace("negative in California", "")).not.toMatch(OTHER_STATE);
    const isNamed = tool.inputSchema.required?.includes("name") || name.endsWith("_locate");
    for (const place of name.includes("county") ? ["Lane", "Nowhere"] : ["Eugene", "Nowhere", "Whiteaker"]) {
      const given = isNamed ? { name: place } : name.endsWith("_find_place") ? { q: place } : {};
      const { result } = await call("tools/call", { name, arguments: given });
      expect([place, result?.isError ?? false]).toEqual([place, false]);
      expect(JSON.stringify(result)).not.toMatch(OTHER_STATE);
    }
  });

  test("say whose score it is, and lead to other states", async () => {
    const city = async (given: object) =>
      JSON.stringify(await call("tools/call", { name: `${PART}_city`, arguments: given }));
    expect(await city({ name: "Eugene" })).toContain("Oregon's own rate");
    expect(await city({ name: "Nowhere" })).toContain("For a city outside Oregon");
    expect(await city({ name: "Austin", state: "TX" })).toContain("United States = 50");
  });
});

/** A picture takes a third of a second: of those with the same last part, such as `card.png`, only the first. */
function onePictureOfEachKind(links: ReadonlySet<string>): readonly string[] {
  const kindOf = (link: string) => (/\.png\b/.test(link) ? link.replace(/^.*\//, "").replace(/\?.*/, "") : link);
  return [...new Map([...links].toReversed().map((link) => [kindOf(link), link])).values()];
}

describe("its pages", async () => {
  const own = pagesFor([CONTRACT_EDITION]).map(({ path }) =>
    pages.find((page) => page.path === path.replace(/^\/(explore|coverage)/, `/$1${OREGON.path}`)),
  );
  const sitemap = await (await send("/sitemap.xml")).text();
  const listed = new Set(
    Array.from(sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]+)/g), ([, path = ""]) => path.replaceAll("&amp;", "&")),
  );
  const ownPaths = [...listed].filter((path) => new RegExp(`^/(explore|coverage)${OREGON.path}(/|$)`).test(path));
  const QUERY = "place=eugene&place=salem&measure=violent&q=eugene";
  /** Names of its places, for the parameters of a path. */
  const SLUGS = ["eugene", "springfield", "lane", "97401", "whiteaker-eugene"];

  test("are those of the contract's edition", () => {
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((page) => page === undefined)).toEqual([]);
    expect(PAGES.length).toBeLessThan(pages.length);
  });

  // A drawing takes long, and is made from the picture of the same name: one is enough.
  const isDrawn = own.findLast((page) => page?.type === "png");
  const asked = own.filter((page) => page !== undefined && (page.type !== "png" || page === isDrawn));
  test.each(asked.flatMap((page) => (page === undefined ? [] : [[page.path, page.type] as const])))(
    "%s (%s) is about its places and names no other state",
    async (pattern, type) => {
      const tried = SLUGS.map((slug) => `${pattern.replace(/:\w+/, slug)}?${QUERY}`);
      const answers = await Promise.all([...new Set(tried)].map((path) => send(path)));
      const found = answers.filter(({ status }) => status === 200);
      expect([pattern, found.length > 0]).toEqual([pattern, true]);
      for (const answer of found) {
        const body = await answer.text();
        if (type === "html" || type === "svg" || type === "csv")
          expect(body.slice(body.indexOf("<main"), body.lastIndexOf("</main>"))).not.toMatch(OTHER_STATE);
      }
    },
  );

  test("each in the sitemap says whose it is, and its links lead to pages", async () => {
    expect(ownPaths.length).toBeGreaterThan(10);
    const links = new Set<string>();
    for (const path of ownPaths) {
      const html = await (await send(path)).text();
      expect([path, html.includes("<strong>Oregon edition, 2025</strong>")]).toEqual([path, true]);
      const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
      for (const [, link = ""] of main.matchAll(/ (?:href|action|src)="(\/[^"#]*)/g)) {
        const [page = ""] = link.split("?");
        // It leads to no page of another state.
        expect([path, page, /^\/(?:explore|coverage)\/(?!or\b|suggestions)/.test(page)]).toEqual([path, page, false]);
        if (!listed.has(page) && !isOfAccount(page) && !page.startsWith("/assets/"))
          links.add(link.replaceAll("&amp;", "&"));
      }
    }
    for (const link of onePictureOfEachKind(links)) expect([link, (await send(link)).status]).toEqual([link, 200]);
  });

  test("searches, suggestions, and the feed have it beside the other editions", async () => {
    const text = async (path: string) => (await send(path)).text();
    for (const [typed, page] of [
      ["Eugene,+Oregon", "/us/or/eugene"],
      ["Whiteaker", "/explore/or/place/whiteaker-eugene"],
      ["97401", "/explore/or/zip/97401"],
    ] as const) {
      const moved = await send(`/search?q=${typed}`);
      expect([moved.status, moved.headers.get("location")]).toEqual([302, page]);
    }
    const { places } = JSON.parse(await text("/suggestions.json?q=eugene&state=or&edition=or"));
    expect(places.map(({ href }: { href: string }) => href)).toContain("/explore/or/city/eugene");
    expect(await text("/feed.xml")).toContain(`<title>Oregon: figures of 2025, dataset version ${records.version}`);
  });

  test("downloads have its prefix and its publishers", async () => {
    const page = await (await send("/downloads")).text();
    const filesOf = (prefix: string) =>
      Array.from(page.matchAll(/href="\/downloads\/\w+\/([\w-]+\.\w+)"/g), ([, file = ""]) => file).filter((file) =>
        prefix === "" ? !/^(or|us)-|^data/.test(file) : file.startsWith(prefix),
      );
    const files = [...new Set(filesOf(`${PART}-`))];
    expect(files.map((file) => file.slice(PART.length + 1))).toEqual([...new Set(filesOf(""))]);
    const [, folder = ""] = /href="(\/downloads\/\w+)\/or-/.exec(page) ?? [];
    for (const file of files) {
      const answer = await send(`${folder}/${file}`);
      expect([file, answer.status]).toEqual([file, 200]);
      const content = await answer.text();
      if (/csv|json/.test(file)) expect(content).not.toMatch(OTHER_STATE);
      if (file.endsWith(".csv")) expect(parse(content, { columns: true, bom: true }).length).toBeGreaterThan(1);
    }
    expect(words(page)).toContain("Files of Oregon start with or- ;");
    const dictionary = await (await send(`${folder}/data-dictionary.csv`)).text();
    expect(dictionary).toContain(`or-records,violent,integer,Reported violent offenses,${OREGON.offices.justice}`);
  });
});
