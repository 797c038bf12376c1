import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import document from "../../openapi/openapi.json" with { type: "json" };
import { loadClientFiles } from "../../src/main/client-files.ts";
import { GUIDES, TOOLS } from "../../src/site/docs/guides.tsx";
import { operationUrl } from "../../src/site/docs/operation-link.tsx";
import { type CommandOutcome, run } from "../support/command.ts";
import { readPage } from "../support/docs-reader.ts";
import { issueKey } from "../support/issue-key.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveSite } from "../support/served-site.ts";

const PAGES = [
  "/docs",
  ...Object.values(document.paths).flatMap((methods) => Object.values(methods).map(operationUrl)),
  ...[...GUIDES, ...TOOLS].map((guide) => guide.path),
];

/** How to run a program of each language from a file. */
const RUNNERS = {
  curl: { file: "example.sh", command: ["sh"] },
  typescript: { file: "example.mts", command: [process.execPath, "run"] },
  python: { file: "example.py", command: ["python3"] },
} as const;

const site = await serveSite();
const key = await issueKey(site.databaseUrl, { plan: "enterprise" });
const folder = scratchFolder("examples");
await installClients(folder);

/** Installs the client files from the server as `npm install` and the download of the Python client do. */
async function installClients(project: string): Promise<void> {
  const { typescript, python } = await loadClientFiles();
  const target = join(project, "node_modules/@safety-statistics/client");
  mkdirSync(target, { recursive: true });
  writeFileSync(join(project, "client.tgz"), typescript.bytes);
  writeFileSync(join(project, "safety_statistics.py"), python.bytes);
  await runExample(["tar", "xzf", join(project, "client.tgz"), "-C", target, "--strip-components=1"]);
}

function runExample(command: readonly string[]) {
  return run(command, { cwd: folder, env: { HOME: folder, SAFETY_API_KEY: key } });
}

/** The output of a successful program: a body or part of a record, never a refusal. */
function expectAnswer({ exitCode, out, note }: CommandOutcome): void {
  expect({ exitCode, note: exitCode === 0 ? "" : note }).toEqual({ exitCode: 0, note: "" });
  expect(out.trim()).not.toBe("");
  expect(out).not.toContain("request_id");
}

describe.each(Object.entries(RUNNERS))("every example in %s runs as printed", (language, { file, command }) => {
  test("on each page", async () => {
    const codes = new Set<string>();
    for (const path of PAGES) {
      const { examples } = await readPage(site.url + path);
      for (const example of examples) if (example.language === language) codes.add(example.code);
    }
    expect(codes.size).toBeGreaterThan(0);
    for (const code of codes) {
      writeFileSync(join(folder, file), code);
      expectAnswer(await runExample([...command, file]));
    }
  });
});

test("the TypeScript examples compile in the strictest mode", async () => {
  const sources = join(folder, "typed");
  mkdirSync(sources, { recursive: true });
  let count = 0;
  for (const path of PAGES) {
    const { examples } = await readPage(site.url + path);
    for (const { language, code } of examples) {
      if (language === "typescript") writeFileSync(join(sources, `example-${count++}.mts`), code);
    }
  }
  writeFileSync(
    join(sources, "environment.d.ts"),
    "declare const process: { env: Record<string, string | undefined> };",
  );
  const options = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true };
  const compilerOptions = { ...options, module: "NodeNext", target: "ES2022", lib: ["ES2022", "DOM"], types: [] };
  writeFileSync(join(sources, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const tsc = join(import.meta.dir, "../../node_modules/.bin/tsc");
  expect(await runExample([tsc, "--project", sources])).toEqual({ exitCode: 0, out: "", note: "" });
});

test("the quick start's install command works as printed", async () => {
  const { html } = await readPage(`${site.url}/docs/quick-start`);
  const command = /npm install ([^\s<]+)/.exec(html);
  const response = await fetch(command?.[1] ?? "");
  expect(response.status).toBe(200);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual((await loadClientFiles()).typescript.bytes);
});
