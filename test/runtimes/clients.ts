// Tests the clients on every supported runtime, set up with the exact lines of their documentation. The runtimes take 1
// GB, so they are installed on demand into a cache, and the test is run separately: `npm run test:clients`.
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { SafetyClient } from "../../packages/client/src/index.ts";
import { loadClientFiles } from "../../src/main/client-files.ts";
import { outputOf } from "../support/command.ts";
import { everyMethod } from "../support/every-method.ts";
import { freePort } from "../support/free-port.ts";
import { issueKey } from "../support/issue-key.ts";
import { installedPackages } from "../support/packages.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveSite } from "../support/served-site.ts";

const RUNTIMES = [
  "node20@npm:node@20",
  "node21@npm:node@21",
  "node22@npm:node@22",
  "node23@npm:node@23",
  "node24@npm:node@24",
  "deno@2.9.6",
  "workerd@1.20261117.1",
  "jest@30.5.2",
  "vitest@5.1.1",
  "pyright@1.1.414",
] as const;
const CACHE = await installedPackages("runtimes", RUNTIMES);
const PROGRAMS = join(CACHE, "node_modules/.bin");
const site = await serveSite();
const key = await issueKey(site.databaseUrl, { plan: "enterprise" });
const { typescript } = await loadClientFiles();
const readme = await Bun.file(join(import.meta.dir, "../../packages/client/README.md")).text();
const documentation = readme
  .replaceAll("https://safety.example", site.url)
  .replaceAll(/ ADDRESS$/gm, ` ${site.url}/downloads/clients/${typescript.name}`);
/** The result of every method here, as JSON. */
const expected = JSON.parse(JSON.stringify(await everyMethod(new SafetyClient({ baseUrl: site.url, apiKey: key }))));

/** The output of a command. */
function succeed(cwd: string, ...command: readonly string[]): Promise<string> {
  const path = `${PROGRAMS}:${process.env["PATH"] ?? ""}`;
  return outputOf(command, { cwd, env: { PATH: path, HOME: homedir(), SAFETY_API_KEY: key, NO_COLOR: "1" } });
}

/** The first example is in no section, but at the start of the README. */
const FIRST_EXAMPLE = "";

/** The first block of code of a section of the README. */
function block(section: string, language: string): string {
  const from = documentation.indexOf(section);
  const found = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(documentation.slice(from))?.[1];
  if (from === -1 || found === undefined) throw new Error(`the README has no ${language} in ${section}`);
  return found;
}

/**
 * A folder with the client installed by the first line of a section, the first example as `city.mts`, and `every.mjs`.
 */
async function project(section: string): Promise<string> {
  const folder = scratchFolder("runtime");
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "expected.json"), JSON.stringify(expected));
  const [install = ""] = block(section, "sh").split("\n");
  await succeed(folder, "sh", "-c", install);
  writeFileSync(join(folder, "city.mts"), block(FIRST_EXAMPLE, "ts"));
  writeFileSync(join(folder, "every.mjs"), `${IMPORT}\n${callsEveryMethod("process.env.SAFETY_API_KEY")}\n${PRINT}`);
  return folder;
}

const IMPORT = 'import { SafetyClient } from "@safety-statistics/client";';
const REQUIRE = 'const { SafetyClient } = require("@safety-statistics/client");';
const PRINT = "answers().then((all) => console.log(JSON.stringify(all)));";

/** The source of a function `answers`, which calls every method. */
function callsEveryMethod(apiKey: string): string {
  return `${everyMethod}\nconst answers = () => everyMethod(new SafetyClient({ baseUrl: "${site.url}", apiKey: ${apiKey} }));`;
}

const GRADE = /^[A-DF][+-]? score \d+ 20\d\d\n$/;

describe("on Node.js", () => {
  test.each(["node20", "node21", "node22", "node23", "node24"])(
    "%s, as an ECMAScript module and as CommonJS",
    async (runtime) => {
      const node = join(CACHE, "node_modules", runtime, "bin/node");
      const folder = await project("### Node.js");
      writeFileSync(join(folder, "city.mjs"), block(FIRST_EXAMPLE, "ts"));
      writeFileSync(join(folder, "city.cjs"), block("### Node.js", "js"));
      expect(await succeed(folder, node, "city.mjs")).toMatch(GRADE);
      expect(await succeed(folder, node, "city.cjs")).toMatch(/^[A-DF][+-]?\n$/);
      writeFileSync(
        join(folder, "every.cjs"),
        `${REQUIRE}\n${callsEveryMethod("process.env.SAFETY_API_KEY")}\n${PRINT}`,
      );
      for (const program of ["every.mjs", "every.cjs"])
        expect(JSON.parse(await succeed(folder, node, program))).toEqual(expected);
    },
  );

  test("in Jest and Vitest, without settings", async () => {
    const folder = await project("### Node.js");
    const calls = callsEveryMethod("process.env.SAFETY_API_KEY");
    const body = (load: string) => `${load}
      ${calls}
      test("every method", async () => {
        const expected = JSON.parse(readFileSync("${join(folder, "expected.json")}", "utf8"));
        expect(JSON.parse(JSON.stringify(await answers()))).toEqual(expected);
      }, 60_000);`;
    writeFileSync(join(folder, "jest.test.cjs"), body(`const { readFileSync } = require("node:fs");\n${REQUIRE}`));
    await succeed(folder, join(PROGRAMS, "jest"), "--rootDir", folder, "--testMatch", "**/*.test.cjs");
    writeFileSync(
      join(folder, "vitest.test.mjs"),
      body(`import { readFileSync } from "node:fs";\nimport { expect, test } from "vitest";\n${IMPORT}`),
    );
    await succeed(folder, "ln", "-s", join(CACHE, "node_modules/vitest"), "node_modules/vitest");
    await succeed(folder, join(PROGRAMS, "vitest"), "run", "vitest.test.mjs");
  });
});

test("on Bun", async () => {
  const folder = await project("### Bun");
  expect(await succeed(folder, process.execPath, "run", "city.mts")).toMatch(GRADE);
  expect(JSON.parse(await succeed(folder, process.execPath, "run", "every.mjs"))).toEqual(expected);
});

test("on Deno", async () => {
  const folder = await project("### Deno");
  const [, line = ""] = block("### Deno", "sh").split("\n");
  expect(await succeed(folder, "sh", "-c", line)).toMatch(GRADE);
  const everything = await succeed(folder, "sh", "-c", line.replace("city.mts", "every.mjs"));
  expect(JSON.parse(everything)).toEqual(expected);
});

test("on Cloudflare Workers", async () => {
  const folder = await project("### Cloudflare Workers");
  const every = `${IMPORT}
    export default {
      async fetch(_request, env) {
        ${callsEveryMethod("env.SAFETY_API_KEY")}
        return Response.json(await answers());
      },
    };`;
  expect(await answerOfWorker(folder, block("### Cloudflare Workers", "js"))).toMatchObject({ city: "Irvine" });
  expect(await answerOfWorker(folder, every)).toEqual(expected);
});

/** The answer of a Worker, bundled as wrangler does and run by Cloudflare's runtime. */
async function answerOfWorker(folder: string, source: string): Promise<unknown> {
  writeFileSync(join(folder, "worker.js"), source);
  await succeed(folder, process.execPath, "build", "worker.js", "--outfile=bundle.js");
  const port = await freePort();
  writeFileSync(
    join(folder, "worker.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "bundle.js")],
  compatibilityDate = "2026-01-01",
  bindings = [(name = "SAFETY_API_KEY", text = "${key}")],
);`,
  );
  const workerd = Bun.spawn([join(PROGRAMS, "workerd"), "serve", "worker.capnp"], { cwd: folder });
  try {
    let answer: Response | undefined;
    while (answer === undefined && workerd.exitCode === null) {
      answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      if (answer === undefined) await Bun.sleep(100);
    }
    return await answer?.json();
  } finally {
    workerd.kill();
    await workerd.exited;
  }
}

test("pyright accepts the Python client, on the oldest supported Python", async () => {
  const folder = scratchFolder("pyright");
  const { python } = await loadClientFiles();
  writeFileSync(join(folder, "safety_statistics.py"), python.bytes);
  writeFileSync(
    join(folder, "pyrightconfig.json"),
    JSON.stringify({ typeCheckingMode: "standard", pythonVersion: "3.9" }),
  );
  expect(await succeed(folder, join(PROGRAMS, "pyright"))).toContain("0 errors");
});
