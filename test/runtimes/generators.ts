// Clients that common generators create from the served document: they compile in strict mode, get every answer
// completely, and their own validation works. Each generator is a line of the table, installed into a cache by `npm run
// test:clients`.
import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { outputOf, run } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { installedPackages } from "../support/packages.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveSite } from "../support/served-site.ts";

const COMPILER = join(import.meta.dir, "../../node_modules/.bin/tsc");

interface Generator {
  readonly name: string;
  readonly packages: string;
  /** Run in a folder with `openapi.json`. */
  readonly command: string;
  /** Its configuration, by file name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether its client validates answers. */
  readonly validates: boolean;
  /**
   * Makes requests of `REQUESTS` and prints the answers by name, and a member that only found cities have. All requests
   * if the client changes or validates answers; otherwise one of each form.
   */
  readonly program: string;
}

const GENERATORS: readonly Generator[] = [
  {
    name: "openapi-typescript",
    packages: "openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3",
    command: "openapi-typescript openapi.json -o schema.ts",
    validates: false,
    program: `
      import createClient from "openapi-fetch";
      import type { paths } from "./schema.ts";
      const api = createClient<paths>({ baseUrl, headers: { "X-API-Key": apiKey } });
      const lookUp = async (city: string) => (await api.GET("/v1/safety/{city}", { params: { path: { city } } })).data;
      const query = { county: "Orange", kind: "city", sort: "-score", limit: 5 } as const;
      const city = await lookUp("Los Angeles");
      print(city?.found ? city.data.grade : undefined, {
        city,
        absentCity: await lookUp("Atlantis"),
        batch: (await api.POST("/v1/safety/batch", { body: { cities: ["Irvine", "Atlantis"] } })).data,
        places: (await api.GET("/v1/places", { params: { query } })).data,
        zip: (await api.GET("/v1/locate", { params: { query: { zip: "92618" } } })).data,
      });`,
  },
  {
    name: "hey-api",
    packages: "@hey-api/openapi-ts@0.99.0 zod@4.6.7 typescript@5.9.3",
    command: "openapi-ts -f hey-api.config.mjs",
    files: {
      "hey-api.config.mjs": `export default {
        input: "openapi.json",
        output: "client",
        plugins: ["@hey-api/typescript", "@hey-api/client-fetch", "zod", { name: "@hey-api/sdk", validator: true }],
      };`,
    },
    validates: true,
    program: `
      import { client } from "./client/client.gen";
      import * as api from "./client/sdk.gen";
      client.setConfig({ auth: apiKey, throwOnError: true });
      const path = { city: "Los Angeles" };
      const county = { name: "Orange County" };
      const query = { county: "Orange", kind: "city", sort: "-score", limit: 5 } as const;
      const { data: city } = await api.getCity({ path, throwOnError: true });
      print(city.found ? city.data.grade : undefined, {
        city,
        absentCity: (await api.getCity({ path: { city: "Atlantis" } })).data,
        county: (await api.getCounty({ path: county })).data,
        batch: (await api.lookUpBatch({ body: { cities: ["Irvine", "Atlantis"] } })).data,
        statistics: (await api.getStatistics()).data,
        explanation: (await api.explainCity({ path })).data,
        countyExplanation: (await api.explainCounty({ path: county })).data,
        history: (await api.getHistory({ path })).data,
        countyHistory: (await api.getCountyHistory({ path: county })).data,
        places: (await api.findPlaces({ query })).data,
        zip: (await api.locate({ query: { zip: "92618" } })).data,
        point: (await api.locate({ query: { lat: 33.6846, lon: -117.8265 } })).data,
      });`,
  },
  {
    name: "orval",
    packages: "orval@8.36.0 zod@4.6.7 typescript@5.9.3",
    command: "orval --config orval.config.mjs",
    files: {
      "orval.config.mjs": `const output = { baseUrl: { getBaseUrlFromSpecification: true } };
      export default {
        fetch: { input: "openapi.json", output: { ...output, client: "fetch", target: "client.ts" } },
        zod: { input: "openapi.json", output: { ...output, client: "zod", target: "schemas.ts" } },
      };`,
    },
    validates: true,
    program: `
      import * as api from "./client.ts";
      import * as schemas from "./schemas.ts";
      const request = { headers: { "X-API-Key": apiKey } };
      const post = { headers: { ...request.headers, "Content-Type": "application/json" } };
      const county = "Orange County";
      const query = { county: "Orange", kind: "city", sort: "-score", limit: 5 } as const;
      const cities = schemas.LookUpBatchBody.parse({ cities: ["Irvine", "Atlantis"] });
      const city = await api.getCity("Los Angeles", request);
      print(city.status === 200 && city.data.found ? city.data.data.grade : undefined, {
        city: schemas.GetCityResponse.parse(city.data),
        absentCity: schemas.GetCityResponse.parse((await api.getCity("Atlantis", request)).data),
        county: schemas.GetCountyResponse.parse((await api.getCounty(county, request)).data),
        batch: schemas.LookUpBatchResponse.parse((await api.lookUpBatch(cities, post)).data),
        statistics: schemas.GetStatisticsResponse.parse((await api.getStatistics(request)).data),
        explanation: schemas.ExplainCityResponse.parse((await api.explainCity("Los Angeles", request)).data),
        countyExplanation: schemas.ExplainCountyResponse.parse((await api.explainCounty(county, request)).data),
        history: schemas.GetHistoryResponse.parse((await api.getHistory("Los Angeles", request)).data),
        countyHistory: schemas.GetCountyHistoryResponse.parse((await api.getCountyHistory(county, request)).data),
        places: schemas.FindPlacesResponse.parse((await api.findPlaces(query, request)).data),
        zip: schemas.LocateResponse.parse((await api.locate({ zip: "92618" }, request)).data),
        point: schemas.LocateResponse.parse((await api.locate({ lat: 33.6846, lon: -117.8265 }, request)).data),
      });`,
  },
  {
    name: "kubb",
    packages: ["cli", "core", "plugin-client", "plugin-oas", "plugin-ts", "plugin-zod"]
      .map((name) => `@kubb/${name}@4.39.3`)
      .concat("zod@4.6.7", "typescript@5.9.3")
      .join(" "),
    command: "kubb generate --config kubb.config.mjs",
    files: {
      "kubb.config.mjs": `import { defineConfig } from "@kubb/core";
      import { pluginClient } from "@kubb/plugin-client";
      import { pluginOas } from "@kubb/plugin-oas";
      import { pluginTs } from "@kubb/plugin-ts";
      import { pluginZod } from "@kubb/plugin-zod";
      export default defineConfig({
        root: ".",
        input: { path: "openapi.json" },
        output: { path: "client", format: false, lint: false },
        plugins: [
          pluginOas({ generators: [], serverIndex: 0 }),
          pluginTs(),
          pluginZod(),
          pluginClient({ client: "fetch", parser: "zod", bundle: true }),
        ],
      });`,
    },
    validates: true,
    program: `
      import { setConfig } from "./client/.kubb/fetch.ts";
      import * as api from "./client/index.ts";
      // Kubb's fetch client sends a body without its content type.
      setConfig({ headers: { "X-API-Key": apiKey, "Content-Type": "application/json" } });
      const city = await api.getCity("Los Angeles");
      print(city.found ? city.data.grade : undefined, {
        city,
        absentCity: await api.getCity("Atlantis"),
        county: await api.getCounty("Orange County"),
        batch: await api.lookUpBatch({ cities: ["Irvine", "Atlantis"] }),
        statistics: await api.getStatistics(),
        explanation: await api.explainCity("Los Angeles"),
        countyExplanation: await api.explainCounty("Orange County"),
        history: await api.getHistory("Los Angeles"),
        countyHistory: await api.getCountyHistory("Orange County"),
        places: await api.findPlaces({ county: "Orange", kind: "city", sort: "-score", limit: 5 }),
        zip: await api.locate({ zip: "92618" }),
        point: await api.locate({ lat: 33.6846, lon: -117.8265 }),
      });`,
  },
  {
    name: "openapi-generator-plus",
    packages:
      "openapi-generator-plus@2.22.0 @openapi-generator-plus/typescript-fetch-client-generator2@2.0.0 whatwg-fetch@3.6.20 typescript@5.9.3",
    command: "openapi-generator-plus generate -c generator.yml",
    files: {
      "generator.yml":
        'inputPath: ./openapi.json\noutputPath: ./client\ngenerator: "@openapi-generator-plus/typescript-fetch-client-generator2"\n',
    },
    validates: false,
    program: `
      import { Configuration, withConfiguration } from "./client/index";
      const { DatasetApi, PlacesApi, SafetyApi } = withConfiguration(new Configuration({ apiKey, baseUri: baseUrl }));
      const body = async (answer: Promise<{ status: unknown; body?: unknown }>) => (await answer).body;
      const city = await SafetyApi.getCity("Los Angeles");
      if (city.status !== 200) throw new Error(String(city.status));
      print(city.body.data?.grade, {
        city: city.body,
        absentCity: await body(SafetyApi.getCity("Atlantis")),
        county: await body(SafetyApi.getCounty("Orange County")),
        batch: await body(SafetyApi.lookUpBatch({ cities: ["Irvine", "Atlantis"] })),
        statistics: await body(DatasetApi.getStatistics()),
        explanation: await body(SafetyApi.explainCity("Los Angeles")),
        countyExplanation: await body(SafetyApi.explainCounty("Orange County")),
        history: await body(SafetyApi.getHistory("Los Angeles")),
        countyHistory: await body(SafetyApi.getCountyHistory("Orange County")),
        places: await body(PlacesApi.findPlaces({ county: "Orange", kind: "city", sort: "-score", limit: 5 })),
        zip: await body(PlacesApi.locate({ zip: "92618" })),
        point: await body(PlacesApi.locate({ lat: 33.6846, lon: -117.8265 })),
      });`,
  },
  {
    name: "openapi-typescript-codegen",
    packages: "openapi-typescript-codegen@0.30.0 typescript@5.9.3",
    command: "openapi --input openapi.json --output client --useOptions",
    validates: false,
    program: `
      import { DatasetService, OpenAPI, PlacesService, SafetyService } from "./client/index";
      OpenAPI.BASE = baseUrl;
      OpenAPI.HEADERS = { "X-API-Key": apiKey };
      const county = { name: "Orange County" };
      const query = { county: "Orange", kind: "city", sort: "-score", limit: 5 } as const;
      const city = await SafetyService.getCity({ city: "Los Angeles" });
      print(city.data?.grade, {
        city,
        absentCity: await SafetyService.getCity({ city: "Atlantis" }),
        county: await SafetyService.getCounty(county),
        batch: await SafetyService.lookUpBatch({ requestBody: { cities: ["Irvine", "Atlantis"] } }),
        statistics: await DatasetService.getStatistics(),
        places: await PlacesService.findPlaces(query),
        zip: await PlacesService.locate({ zip: "92618" }),
      });`,
  },
];

/** The requests that the programs make. */
const REQUESTS = {
  city: "/v1/safety/Los%20Angeles",
  absentCity: "/v1/safety/Atlantis",
  county: "/v1/safety/county/Orange%20County",
  batch: "/v1/safety/batch",
  statistics: "/v1/stats",
  explanation: "/v1/explain/Los%20Angeles",
  countyExplanation: "/v1/explain/county/Orange%20County",
  history: "/v1/history/Los%20Angeles",
  countyHistory: "/v1/history/county/Orange%20County",
  places: "/v1/places?county=Orange&kind=city&sort=-score&limit=5",
  zip: "/v1/locate?zip=92618",
  point: "/v1/locate?lat=33.6846&lon=-117.8265",
};
let isSpoiled = false;
const site = await serveSite();
const key = await issueKey(site.databaseUrl, { plan: "enterprise" });
/** A proxy in front of the service that can rename a member in each answer, as a later version might break it. */
const front = Bun.serve({ port: 0, fetch: forward });
const entries = Object.entries(REQUESTS).map(async ([name, path]): Promise<[string, unknown]> => {
  const body = name === "batch" ? JSON.stringify({ cities: ["Irvine", "Atlantis"] }) : null;
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const answer = await fetch(site.url + path, { method: body === null ? "GET" : "POST", headers, body });
  expect([path, answer.status]).toEqual([path, 200]);
  return [name, await answer.json()];
});
const answers = Object.fromEntries(await Promise.all(entries));
afterAll(() => front.stop());

async function forward(request: Request): Promise<Response> {
  const { method } = request;
  const { pathname, search } = new URL(request.url);
  const forwarded = new Headers(request.headers);
  forwarded.delete("host");
  const body = method === "POST" ? await request.text() : null;
  const answer = await fetch(site.url + pathname + search, { method, headers: forwarded, body });
  const contents = await answer.text();
  return new Response(isSpoiled ? contents.replaceAll('"safety_score":', '"score":') : contents, {
    status: answer.status,
    headers: { "Content-Type": answer.headers.get("Content-Type") ?? "" },
  });
}

/** In a folder, with the programs of its packages first on the path. */
function surroundings(folder: string) {
  const path = `${folder}/node_modules/.bin:${process.env["PATH"] ?? ""}`;
  return { cwd: folder, env: { PATH: path, HOME: homedir(), SAFETY_API_KEY: key, NO_COLOR: "1", CI: "1" } };
}

function succeed(folder: string, command: string): Promise<string> {
  return outputOf(command.split(" "), surroundings(folder));
}

const PRELUDE = `import { servers } from "./openapi.json";
const baseUrl = servers[0]?.url ?? "";
const apiKey = process.env["SAFETY_API_KEY"] ?? "";
const print = (grade: string | undefined, answers: object) => {
  if (Object.values(answers).includes(undefined)) throw new Error("a request has no answer");
  console.log(JSON.stringify({ grade, answers }));
};
export { apiKey, baseUrl, print };
`;

const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: "ES2022", lib: ["ES2022", "DOM", "DOM.Iterable"] },
    ...{ module: "ESNext", moduleResolution: "bundler", allowImportingTsExtensions: true, resolveJsonModule: true },
    types: [],
  },
  include: ["**/*.ts"],
};

/** A project like a user's: the served document, the generator's packages, its client, and a program. */
async function project({ name, packages, command, files = {}, program }: Generator): Promise<string> {
  const installed = await installedPackages(`generators/${name}`, packages.split(" "), "--ignore-scripts");
  const folder = scratchFolder(name);
  symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"));
  cpSync(join(installed, "package.json"), join(folder, "package.json"));
  const document: object = JSON.parse(await (await fetch(`${site.url}/openapi.json`)).text());
  const own = {
    "openapi.json": JSON.stringify({ ...document, servers: [{ url: front.url.origin }] }),
    "tsconfig.json": JSON.stringify(TSCONFIG),
    "environment.d.ts": "declare const process: { env: Record<string, string | undefined> };",
    "prelude.ts": PRELUDE,
    "program.ts": `import { apiKey, baseUrl, print } from "./prelude.ts";\n${program}`,
  };
  for (const [file, text] of Object.entries({ ...own, ...files })) writeFileSync(join(folder, file), text);
  await succeed(folder, command);
  return folder;
}

describe.each(GENERATORS)("the client of $name", async (generator) => {
  const folder = await project(generator);

  test("compiles in strict mode", async () => {
    expect(await succeed(folder, COMPILER)).toBe("");
  });

  test("gets every answer completely and with the right type", async () => {
    const printed = JSON.parse(await succeed(folder, `${process.execPath} run program.ts`));
    const names = Object.keys(printed.answers);
    expect(names).toEqual(expect.arrayContaining(["city", "absentCity", "batch", "places", "zip"]));
    expect(printed.answers).toEqual(Object.fromEntries(names.map((name) => [name, answers[name]])));
    expect(printed.grade).toBeString();
  });

  if (generator.validates) {
    test("refuses an answer that violates the document", async () => {
      isSpoiled = true;
      const { exitCode, out, note } = await run([process.execPath, "run", "program.ts"], surroundings(folder));
      isSpoiled = false;
      expect(exitCode).toBe(1);
      expect(out + note).toContain("safety_score");
    });
  }
});
