import { describe, expect, test } from "bun:test";
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SafetyClient } from "../../packages/client/src/index.ts";
import { EXAMPLES } from "../../src/cli/examples.ts";
import { STATE_BUILDS } from "../../src/dataset/builds.ts";
import { operationUrl } from "../../src/site/docs/operation-link.tsx";
import { copiedData, officialFolders } from "../dataset/official-files.ts";
import { outputOf, run } from "../support/command.ts";
import { readPage } from "../support/docs-reader.ts";
import { issueKey } from "../support/issue-key.ts";
import { OREGON } from "../support/oregon/oregon.ts";
import { oregonFolders } from "../support/oregon/oregon-folders.ts";
import { programWith, ROWS } from "../support/oregon/program.ts";
import { secondState } from "../support/oregon/second-state.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveProgram } from "../support/served-program.ts";

const { folder, file, program, operations, records } = secondState;
const ROOT = join(import.meta.dir, "../..");

function safety(...args: readonly string[]) {
  return run([process.execPath, program, ...args], { cwd: folder });
}

describe("commands know the second state", async () => {
  // Official files of both states in one folder, and the tables of both in one.
  const contract = await officialFolders();
  const own = await oregonFolders();
  cpSync(own.sourceDir, contract.sourceDir, { recursive: true });
  cpSync(own.dataDir, contract.dataDir, { recursive: true });
  const dataDir = await copiedData(2023);
  const part = OREGON.path.slice(1);
  const dataset = ["--data", dataDir];

  const COMMANDS: Readonly<Record<string, () => Promise<string>>> = {
    async import() {
      const imported = ["--data", contract.dataDir, "--retrieved", "2026-11-21", "--json"];
      const { out } = await safety("dataset", "import", contract.sourceDir, ...imported);
      expect(JSON.parse(out).oregon.written).toContain("places.csv");
      cpSync(join(contract.dataDir, part), join(dataDir, part), { recursive: true });
      return out;
    },
    async update() {
      // Only the contract's state has addresses of its own; its files are those of the folder.
      copyFileSync(join(ROOT, "data/geography.json.br"), join(contract.dataDir, "geography.json.br"));
      const skipped = STATE_BUILDS.california.publications(2025).map(({ file }) => file);
      const options = ["--year", "2025", "--data", contract.dataDir, "--skip", ...skipped];
      const { out, note } = await safety("dataset", "update", contract.sourceDir, ...options);
      expect(note + out).toContain(OREGON.title);
      return out;
    },
    async build() {
      const { out } = await safety("dataset", "build", ...dataset);
      // The tables are those that the file beside the program was made from.
      expect(out).toContain(`Dataset ${records.version}, data year 2025`);
      return out;
    },
    async check() {
      const { note } = await safety("dataset", "check", ...dataset);
      expect(note).toContain("byte for byte");
      return note;
    },
    async diff() {
      const changed = join(scratchFolder("diff"), OREGON.file);
      copyFileSync(join(dataDir, OREGON.file), changed);
      return (await safety("dataset", "diff", changed)).out;
    },
    verify: async () => (await safety("dataset", "verify", join(dataDir, OREGON.file))).out,
  };

  test("all that are about datasets", () => {
    const named = EXAMPLES.flatMap((example) => /^safety dataset (\w+)/.exec(example)?.[1] ?? []);
    expect(Object.keys(COMMANDS).toSorted()).toEqual([...new Set(named)].toSorted());
  });

  test.each(Object.entries(COMMANDS))("safety dataset %s", async (_, command) => {
    expect(await command()).not.toBe("");
  });

  test("safety doctor", async () => {
    const { out } = await safety("doctor");
    expect(out).toContain(`Oregon 2025, ${records.cities.length} cities (${records.version})`);
  });
});

describe("a program of its documentation runs", async () => {
  await outputOf([process.execPath, join(folder, "scripts/write-openapi.ts")], { cwd: folder });
  const service = await serveProgram({ LOG_LEVEL: "silent" }, { program });
  const apiKey = await issueKey(service.databaseUrl, { plan: "enterprise" });
  /** The clients know the contract's paths: this is the second state in its place. */
  const inPlace = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      return fetch(service.url + pathname.replace("/v1/", `/v1${OREGON.path}/`) + search, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        decompress: false,
      });
    },
  });
  const project = scratchFolder("second-state-clients");
  const client = join(project, "node_modules/@safety-statistics/client");
  mkdirSync(client, { recursive: true });
  cpSync(join(ROOT, "packages/client/dist"), join(client, "dist"), { recursive: true });
  copyFileSync(join(ROOT, "packages/client/package.json"), join(client, "package.json"));
  copyFileSync(join(ROOT, "packages/python/safety_statistics/__init__.py"), join(project, "safety_statistics.py"));
  const env = { HOME: project, SAFETY_API_KEY: apiKey };
  const own = operations.filter(({ edition }) => edition.path === OREGON.path);
  const RUNNERS = {
    curl: ["example.sh", "sh"],
    typescript: ["example.mts", process.execPath, "run"],
    python: ["example.py", "python3"],
  } as const;

  describe.each(Object.entries(RUNNERS))("in %s", (language, [name, ...command]) => {
    test.each(own.map(({ id }) => [id]))("for %s", async (operationId) => {
      const page = await readPage(service.url + operationUrl({ operationId }));
      const examples = page.examples.filter((example) => example.language === language);
      expect(examples).not.toEqual([]);
      for (const { code } of examples) {
        // curl asks for the path that the page shows, and the clients for the one that they know.
        const given = language === "curl" ? code : code.replaceAll(service.url, inPlace.url.origin);
        writeFileSync(join(project, name), given);
        const out = await outputOf([...command, name], { cwd: project, env });
        expect(out.trim()).not.toMatch(/^(?:null|None|)$|request_id/);
        expect(out).not.toMatch(/\bCA\b|California/);
      }
    });
  });

  test("each method of the TypeScript client is one of an operation, or is called here", async () => {
    const samples = await Promise.all(own.map(async (operation) => (await operation.describe()).sample.method));
    const further = { cityOrCounty: ["Sublimity", "Marion"], locateOrSuggest: [{ name: "Whiteaker" }] } as const;
    const methods = Object.entries(Object.getOwnPropertyDescriptors(SafetyClient.prototype))
      .filter(([name, { value }]) => name !== "constructor" && typeof value === "function")
      .map(([name]) => name);
    expect(methods.toSorted()).toEqual([...new Set([...samples, ...Object.keys(further)])].toSorted());
    const asked = new SafetyClient({ baseUrl: inPlace.url.origin, apiKey });
    expect(await asked.cityOrCounty(...further.cityOrCounty)).toMatchObject({ record: { county: "Marion County" } });
    expect(await asked.locateOrSuggest(...further.locateOrSuggest)).toMatchObject({ data: { answer: "city" } });
  });
});

test("the compiler asks for each row of the second state, and for nothing else", async () => {
  const errorsOf = async (rows: typeof ROWS) => {
    const without = programWith(rows);
    copyFileSync(file, join(without, "data", OREGON.file));
    const checked = join(without, "tsconfig.second-state.json");
    writeFileSync(checked, JSON.stringify({ extends: "./tsconfig.json", include: ["src"] }));
    const { out } = await run([join(ROOT, "node_modules/.bin/tsc"), "--noEmit", "-p", checked], { cwd: without });
    return [...new Set(Array.from(out.matchAll(/^(\S+?)\(.*error TS/gm), ([, path]) => path))];
  };
  const [edition, ...others] = ROWS;
  expect(await errorsOf(ROWS)).toEqual([]);
  const asked = await errorsOf(edition === undefined ? [] : [edition]);
  expect(asked.toSorted()).toEqual(others.map((row) => row.file).toSorted());
});
