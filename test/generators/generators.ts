// Clients that common generators create from the served document: they compile, and their own validation accepts every
// answer of a running server. The generators are packages of this folder, which `npm run test:clients` installs.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueKey } from "../support/issue-key.ts";
import { scratchFolder } from "../support/scratch.ts";
import { type ServedSite, serveSite } from "../support/served-site.ts";
import { HANG_MS } from "../support/until.ts";

const PACKAGES = join(import.meta.dir, "node_modules");
const PROGRAMS = join(PACKAGES, ".bin");
/** The repository's own: the generators bring an older one for its JavaScript interface. */
const COMPILER = join(import.meta.dir, "../../node_modules/.bin/tsc");

/** The command of each generator, and whether its client validates answers at run time. */
const GENERATORS = {
  "openapi-typescript": { command: ["openapi-typescript", "openapi.json", "-o", "openapi-typescript/schema.ts"] },
  "hey-api": { command: ["openapi-ts", "-f", "hey-api.config.mjs"], validates: true },
  orval: { command: ["orval", "--config", "orval.config.mjs"], validates: true },
  kubb: { command: ["kubb", "generate", "--config", "kubb.config.mjs"], validates: true },
  "openapi-zod-client": { command: ["openapi-zod-client", "openapi.json", "-o", "zodios/client.ts"], validates: true },
} as const;
const NAMES = Object.keys(GENERATORS);
const VALIDATING = Object.entries(GENERATORS).flatMap(([name, generator]) => ("validates" in generator ? [name] : []));

/** The requests that every program makes. */
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

let site: ServedSite;
let key: string;
let front: Front;
let folder: string;
beforeAll(async () => {
  const installed = Bun.spawnSync(["npm", "ci", "--silent", "--ignore-scripts"], { cwd: import.meta.dir });
  if (installed.exitCode !== 0) throw new Error(installed.stderr.toString());
  site = await serveSite();
  key = await issueKey(site.databaseUrl, { plan: "enterprise" });
  front = serveFront(site.url);
  folder = scratchFolder("generators");
  await writeProject();
  await Promise.all(Object.values(GENERATORS).map(({ command }) => succeed(...command)));
}, 1_200_000);
afterAll(async () => {
  await front.stop();
  await site.stop();
});

/** A proxy in front of the service. `spoil` changes each answer's text, as a later version might break it. */
interface Front {
  readonly url: string;
  spoil: (text: string) => string;
  stop(): Promise<void>;
}

function serveFront(target: string): Front {
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.delete("host");
      const body = request.method === "POST" ? { body: await request.text() } : {};
      const answer = await fetch(target + pathname + search, { method: request.method, headers, ...body });
      return new Response(front.spoil(await answer.text()), {
        status: answer.status,
        headers: { "Content-Type": answer.headers.get("Content-Type") ?? "" },
      });
    },
  });
  const front: Front = { url: server.url.origin, spoil: (text) => text, stop: () => server.stop(true) };
  return front;
}

/** Creates a project like a user's: the served document, the programs, and the packages. */
async function writeProject(): Promise<void> {
  cpSync(join(import.meta.dir, "project"), folder, { recursive: true });
  const document: object = JSON.parse(await (await fetch(`${site.url}/openapi.json`)).text());
  writeFileSync(join(folder, "openapi.json"), JSON.stringify({ ...document, servers: [{ url: front.url }] }));
  cpSync(join(import.meta.dir, "package.json"), join(folder, "package.json"));
  symlinkSync(PACKAGES, join(folder, "node_modules"));
  mkdirSync(join(folder, "zodios"));
  symlinkSync(join(import.meta.dir, "zodios/node_modules"), join(folder, "zodios/node_modules"));
}

interface Outcome {
  readonly exitCode: number;
  readonly out: string;
}

/** Runs a program from the packages in the project. */
async function run(...command: readonly string[]): Promise<Outcome> {
  const environment = { PATH: `${PROGRAMS}:${process.env["PATH"] ?? ""}`, SAFETY_API_KEY: key, NO_COLOR: "1", CI: "1" };
  const child = Bun.spawn([...command], { cwd: folder, env: environment, stdout: "pipe", stderr: "pipe" });
  const [out, note, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, out: exitCode === 0 ? out : out + note };
}

async function succeed(...command: readonly string[]): Promise<string> {
  const { exitCode, out } = await run(...command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${out}`);
  return out;
}

async function expectedAnswers(): Promise<Record<string, unknown>> {
  const headers = { "X-API-Key": key };
  const post = {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ cities: ["Irvine", "Atlantis"] }),
  };
  const entries = Object.entries(REQUESTS).map(async ([name, path]): Promise<[string, unknown]> => {
    const answer = await fetch(site.url + path, name === "batch" ? post : { headers });
    expect([path, answer.status]).toEqual([path, 200]);
    return [name, await answer.json()];
  });
  return Object.fromEntries(await Promise.all(entries));
}

test(
  "all generated clients and the programs that use them compile in strict mode",
  async () => {
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: "ES2022",
      lib: ["ES2022", "DOM", "DOM.Iterable"],
    };
    const modules = { module: "ESNext", moduleResolution: "bundler", allowImportingTsExtensions: true };
    const compilerOptions = { ...options, ...modules, resolveJsonModule: true, types: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
    writeFileSync(
      join(folder, "environment.d.ts"),
      "declare const process: { env: Record<string, string | undefined> };",
    );
    expect(await run(COMPILER, "--project", folder)).toEqual({ exitCode: 0, out: "" });
  },
  HANG_MS,
);

describe("a generated client gets every answer completely and with the right type", () => {
  test.each(NAMES)(
    "%s",
    async (name) => {
      const answers = await expectedAnswers();
      const printed = JSON.parse(await succeed(process.execPath, "run", `${name}.ts`));
      expect(printed.answers).toEqual(answers);
      expect(answers).toMatchObject({
        city: { found: true },
        absentCity: { found: false, data: null },
        county: { found: true },
        batch: { results: [{ found: true }, { found: false }] },
        explanation: { found: true },
        countyExplanation: { found: true },
        history: { found: true },
        countyHistory: { found: true },
        zip: { found: true },
        point: { data: { answer: "city" } },
      });
      for (const value of Object.values(printed.fields)) expect(value).toBeTruthy();
    },
    HANG_MS,
  );
});

describe("its validation works: an answer that violates the document is refused", () => {
  test.each(VALIDATING)(
    "%s",
    async (name) => {
      front.spoil = (text) => text.replaceAll('"safety_score":', '"score":');
      try {
        const { exitCode, out } = await run(process.execPath, "run", `${name}.ts`);
        expect(exitCode).toBe(1);
        expect(out).toContain("safety_score");
      } finally {
        front.spoil = (text) => text;
      }
    },
    HANG_MS,
  );
});
