// Tests the API document with tools that read it without generating a client: a mock, and collections. That answers match
// the document is tested in `test/hostile` and `test/contract`. The tools take 300 MB, so they are installed on demand into
// a cache, and the test is run with the runtimes: `npm run test:clients`.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { SafetyClient } from "../../packages/client/src/index.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { outputOf } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { issueKey } from "../support/issue-key.ts";
import { installedPackages } from "../support/packages.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveSite } from "../support/served-site.ts";

const TOOLS = [
  "@stoplight/prism-cli@5.16.0",
  "@apideck/portman@1.33.0",
  "dredd@14.1.0",
  "newman@6.2.2",
  "openapi-to-postmanv2@6.3.3",
  "swagger-typescript-api@13.13.0",
] as const;
const PROGRAMS = join(await installedPackages("document-tools", TOOLS), "node_modules/.bin");
const site = await serveSite();
const key = await issueKey(site.databaseUrl, { plan: "enterprise" });
const folder = scratchFolder("tools");
/** The document as served. */
const file = join(folder, "openapi.json");
writeFileSync(file, await (await fetch(`${site.url}/openapi.json`)).text());

/** For the tools. */
const environment = { PATH: `${PROGRAMS}:${process.env["PATH"] ?? ""}`, HOME: homedir(), NO_COLOR: "1", CI: "1" };

function succeed(...command: readonly string[]): Promise<string> {
  return outputOf(command, { cwd: folder, env: environment });
}

/** Calls `use` with the URL of a running mock of Prism. */
async function withMock(use: (url: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const command = ["prism", "mock", file, "--port", String(port)];
  const prism = Bun.spawn(command, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const url = `http://127.0.0.1:${port}`;
  try {
    while (prism.exitCode === null && !(await fetch(url).catch(() => undefined))) await Bun.sleep(100);
    if (prism.exitCode !== null) throw new Error(await new Response(prism.stdout).text());
    await use(url);
  } finally {
    prism.kill();
    await prism.exited;
  }
}

test("Prism's mock answers every method of the client from the examples of the document", async () => {
  await withMock(async (url) => {
    const client = new SafetyClient({ baseUrl: url, apiKey: key });
    expect((await client.city("Irvine"))?.safety_score).toBeInteger();
    expect((await client.county("Orange"))?.safety_score).toBeInteger();
    expect((await client.explain("Irvine"))?.steps.length).toBeGreaterThan(0);
    expect((await client.explainCounty("Orange"))?.steps.length).toBeGreaterThan(0);
    expect((await client.history("Irvine"))?.years.length).toBeGreaterThan(0);
    expect((await client.countyHistory("Orange"))?.years.length).toBeGreaterThan(0);
    expect((await client.locate({ zip: "92618" }))?.candidates.length).toBeGreaterThan(0);
    for await (const place of client.places({ q: "hollywood" })) {
      expect(place.name).toBeString();
      break;
    }
    expect((await client.batch(["Irvine", "Los Angeles", "Atlantis"])).length).toBe(3);
    expect((await client.explainBatch({ cities: ["Irvine", "Atlantis", "Orange"] })).length).toBe(3);
    expect((await client.stats()).cities).toBeInteger();
  });
});

/** The names of the parameters without which the requests of an operation are its first example. */
const ALTERNATIVES = {
  findPlaces: ["cursor"],
  locate: ["lat", "lon", "name"],
  locateInNation: ["state", "county", "address", "geoid"],
};

/** Each sends a request for every operation and returns how many got the documented answer. */
const SENDERS: Readonly<Record<string, () => Promise<number>>> = {
  async "Postman's converter and newman"() {
    const options = "requestParametersResolution=Example,parametersResolution=Example";
    await succeed("openapi2postmanv2", "-s", file, "-o", "made.json", "-O", options);
    // Postman sends the examples of all parameters together.
    const others = Object.values(ALTERNATIVES).flat();
    const made = JSON.parse(await Bun.file(join(folder, "made.json")).text(), (name, value) =>
      name === "query" && Array.isArray(value) ? value.filter(({ key }) => !others.includes(key)) : value,
    );
    writeFileSync(join(folder, "made.json"), JSON.stringify(made));
    return answered(
      await succeed("newman", "run", "made.json", "--env-var", `baseUrl=${site.url}`, "--env-var", `apiKey=${key}`),
    );
  },

  async "portman, with its checks of status, type, headers, and schema"() {
    const checks = ["statusSuccess", "contentType", "jsonBody", "schemaValidation", "headersPresent"];
    const enabled = Object.fromEntries(checks.map((name) => [name, { enabled: true }]));
    const zip = { key: "zip", value: "92618", disable: false };
    const settings = {
      version: 1,
      globals: { securityOverwrites: { apiKey: { key: "X-API-Key", in: "header", value: key } } },
      tests: { contractTests: [{ openApiOperation: "*::/*", ...enabled }] },
      // It sends no optional parameter.
      overwrites: ["locate", "locateInNation"].map((openApiOperationId) => {
        return { openApiOperationId, overwriteRequestQueryParams: [zip] };
      }),
    };
    writeFileSync(join(folder, "portman.json"), JSON.stringify(settings));
    const options = ["-b", site.url, "-o", "portman-made.json", "-c", "portman.json", "--runNewman", "true"];
    return answered(await succeed("portman", "-l", file, ...options));
  },

  async "dredd, with a hook that chooses an example of a location"() {
    writeFileSync(
      join(folder, "hooks.cjs"),
      `require("hooks").beforeEach((transaction, done) => {
        const { statusCode, headers } = transaction.expected;
        transaction.skip = statusCode !== "200" || headers["Content-Type"]?.startsWith("text/csv");
        // dredd requires every header of the document; only a page with a next one has this.
        delete headers.Link;
        // It wants the types of the example in every answer, where the schema allows null, too. portman reads the schema.
        delete transaction.expected.body;
        const { uri } = transaction.request;
        if (/^\\/v1(?:\\/us)?\\/locate$/.test(uri)) transaction.fullPath = uri + "?zip=92618";
        done();
      });`,
    );
    const options = ["--header", `X-API-Key: ${key}`, "--hookfiles=./hooks.cjs", "--loglevel=error"];
    return (await succeed("dredd", file, site.url, ...options)).match(/pass.*\(200\)/g)?.length ?? 0;
  },
};

function answered(report: string): number {
  return report.match(/\[200 OK/g)?.length ?? 0;
}

test.each(Object.entries(SENDERS))("%s sends a request for every operation", async (_, send) => {
  expect(await send()).toBe(OPERATIONS.length);
});

test("swagger-typescript-api generates a client that compiles", async () => {
  await succeed("swagger-typescript-api", "generate", "--path", file, "--output", folder, "--name", "swagger.ts");
  const tsc = join(import.meta.dir, "../../packages/client/node_modules/.bin/tsc");
  const options = ["--strict", "--noEmit", "--target", "ES2022", "--lib", "ES2022,DOM,DOM.Iterable"];
  await succeed(tsc, ...options, join(folder, "swagger.ts"));
});
