import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { sharedSite } from "../support/served-site.ts";

const BUILD = join(import.meta.dir, "../../packages/client/dist");

const site = await sharedSite();

/** What a program prints on Node.js, as JSON. */
async function onNode(program: string, ...options: readonly string[]): Promise<unknown> {
  const apiKey = await issueKey(site.databaseUrl, { email: "runtimes@example.com", type: "test" });
  const env = { BASE_URL: site.url, SAFETY_API_KEY: apiKey };
  return JSON.parse(await outputOf(["node", ...options, "--eval", program], { env }));
}

test("the build runs on Node, with the retries, timeouts, and errors of Node's fetch", async () => {
  const program = `
    import { KeyError, SafetyClient } from ${JSON.stringify(join(BUILD, "index.js"))};
    const options = { baseUrl: process.env.BASE_URL, apiKey: process.env.SAFETY_API_KEY };
    const client = new SafetyClient(options);
    const [irvine] = await client.batch(["Irvine"]);
    const aborted = await client.stats({ signal: AbortSignal.abort("enough") }).catch((reason) => reason);
    const refused = await new SafetyClient({ ...options, apiKey: "svc_test_x" }).stats().catch((error) => error);
    console.log(JSON.stringify([irvine.found, client.limits.policy, aborted, refused instanceof KeyError, refused.code]));`;
  expect(await onNode(program, "--input-type=module")).toEqual([true, "day", "enough", true, "key_unknown"]);
});

test("a CommonJS program on Node requires it", async () => {
  const program = `
    const { SafetyClient, SafetyError } = require(${JSON.stringify(join(BUILD, "cjs/index.js"))});
    const client = new SafetyClient({ baseUrl: process.env.BASE_URL, apiKey: process.env.SAFETY_API_KEY });
    client.city("Irvine").then((city) => console.log(JSON.stringify([city.city, typeof SafetyError])));`;
  expect(await onNode(program)).toEqual(["Irvine", "function"]);
});

test("the build uses no API of a single runtime", async () => {
  for (const name of readdirSync(BUILD).filter((one) => one.endsWith(".js"))) {
    const text = await Bun.file(join(BUILD, name)).text();
    expect([name, /node:|\b(?:process|Buffer|Bun|Deno|window)\b|require\(/.exec(text)?.[0]]).toEqual([name, undefined]);
  }
});
