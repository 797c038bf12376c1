import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import packageFile from "../../package.json" with { type: "json" };

const ROOT = join(import.meta.dir, "../..");
const PAGES = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], { cwd: ROOT })
  .stdout.toString()
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));

const EXAMPLES = "test/systems/examples.test.ts";
const COMMANDS = "test/systems/documented.test.ts";
/** The test that runs the blocks of a page in a language, as they are printed, or why nothing does. */
const RUN_BY: Readonly<Record<string, string>> = {
  "ARCHITECTURE.md text": "a drawing",
  "CONTRIBUTING.md sh": "test/docs/blocks.test.ts",
  "README.md sh": "test/main/readme.test.ts",
  "README.md json": "test/main/readme.test.ts",
  "docs/benchmarks.md sh": "test/docs/blocks.test.ts",
  "docs/guides/address.md curl": EXAMPLES,
  "docs/guides/address.md ts": EXAMPLES,
  "docs/guides/address.md py": EXAMPLES,
  "docs/guides/address.md json": "made from an answer",
  "docs/guides/assistants.md json": "test/docs/quick-start.test.ts",
  "docs/guides/authentication.md curl": EXAMPLES,
  "docs/guides/batch.md curl": EXAMPLES,
  "docs/guides/batch.md ts": EXAMPLES,
  "docs/guides/batch.md py": EXAMPLES,
  "docs/guides/batch.md json": "made from an answer",
  "docs/guides/dataset.md curl": EXAMPLES,
  "docs/guides/dataset.md text": "a sentence to copy",
  "docs/guides/errors.md json": "made from an answer",
  "docs/guides/names.md curl": EXAMPLES,
  "docs/guides/quick-start.md sh":
    "test/docs/quick-start.test.ts downloads, test/runtimes/clients.ts installs; tsx would come from the registry",
  "docs/guides/quick-start.md curl": EXAMPLES,
  "docs/guides/quick-start.md ts": EXAMPLES,
  "docs/guides/quick-start.md py": EXAMPLES,
  "docs/guides/quick-start.md json": "test/docs/quick-start.test.ts",
  "docs/guides/spreadsheets.md text": "test/docs/spreadsheet-guide.test.ts",
  "docs/guides/spreadsheets.md js": "test/docs/spreadsheet-guide.test.ts",
  "docs/guides/webhooks.md json": "test/docs/webhooks-guide.test.ts",
  "docs/guides/webhooks.md typescript": "test/docs/webhooks-guide.test.ts",
  "docs/high-availability.md text": "test/systems/haproxy.test.ts",
  "docs/operations.md sh": COMMANDS,
  "docs/operations.md ini": "systemd reads it; test/cli/service-secret.test.ts starts the service with what it gives",
  "docs/operations.md json": "test/docs/blocks.test.ts",
  "docs/operations.md yaml": COMMANDS,
  "docs/postgresql.md sql": "test/docs/postgresql.test.ts",
  "docs/postgresql.md ini": "test/support/pgbouncer.ts",
  "docs/scaling.md sh": COMMANDS,
  "docs/security.md text": "test/access/key.test.ts",
  "packages/client/README.md ts": "test/runtimes/clients.ts",
  "packages/client/README.md sh": "test/runtimes/clients.ts",
  "packages/client/README.md js": "test/runtimes/clients.ts",
  "packages/python/README.md sh": "test/systems/python.test.ts",
  "packages/python/README.md py": EXAMPLES,
};

/** The blocks of a page with their languages. */
function blocksOf(path: string): readonly { readonly language: string; readonly text: string }[] {
  const page = readFileSync(join(ROOT, path), "utf8");
  return [...page.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map(([, language = "", text = ""]) => ({
    language: language === "" ? "text" : language,
    text,
  }));
}

test("every block of code of the documents is run by a test, or it is said why not", () => {
  const found = new Set(PAGES.flatMap((path) => blocksOf(path).map(({ language }) => `${path} ${language}`)));
  expect(Object.keys(RUN_BY).toSorted()).toEqual([...found].toSorted());
  const tests = Object.values(RUN_BY).flatMap((by) => by.match(/test\/\S+\.ts/g) ?? []);
  expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("every `npm run` of a document is a script", () => {
  const texts = PAGES.map((path) => [path, readFileSync(join(ROOT, path), "utf8")] as const);
  const scripts = texts.flatMap(([path, text]) =>
    [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name = ""]) => [path, name] as const),
  );
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter(([, name]) => !(name in packageFile.scripts))).toEqual([]);
});

test("the options of the benchmark are those that docs/benchmarks.md names", () => {
  const program = readFileSync(join(ROOT, "bench/run.ts"), "utf8");
  const shown = blocksOf("docs/benchmarks.md").flatMap(({ text }) =>
    [...text.matchAll(/--(\w+)/g)].map(([, name]) => name),
  );
  expect(new Set(shown).size).toBeGreaterThan(5);
  expect(shown.filter((name) => !new RegExp(`^ {4}${name}: \\{ type:`, "m").test(program))).toEqual([]);
});

test("the list of providers in docs/operations.md is one that the service takes", async () => {
  const { readConfig } = await import("../../src/main/config.ts");
  const [{ text = "" } = {}] = blocksOf("docs/operations.md").filter(({ language }) => language === "json");
  const providers = text.replace("…", "an-id").replace("…", "a-secret");
  expect(() => readConfig({ OIDC_PROVIDERS: providers })).not.toThrow();
});
