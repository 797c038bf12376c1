import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { parseTarGzip } from "nanotar";
import { packClient } from "../../src/main/client-package.ts";

const CLIENT_DIR = join(import.meta.dir, "../../packages/client");
const MAX_PACKED_BYTES = 20_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "safety-client-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program of the client's own packages and answers what it printed. */
async function run(...command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { cwd: CLIENT_DIR, stdout: "pipe", stderr: "pipe" });
  const [out, note, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode !== 0) throw new Error(out + note);
  return out;
}

async function textsOf(files: string): Promise<Record<string, string>> {
  const names = readdirSync(files).toSorted();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await Bun.file(join(files, name)).text()])),
  );
}

test("the types are those of the API document", async () => {
  const generated = join(folder, "schema.ts");
  await run("node_modules/.bin/openapi-typescript", "../../openapi/openapi.json", "--output", generated);
  expect(await Bun.file(join(CLIENT_DIR, "src/schema.ts")).text()).toBe(await Bun.file(generated).text());
}, 120_000);

test("the committed build is what the sources give", async () => {
  const built = join(folder, "dist");
  await run("node_modules/.bin/tsc", "--project", "tsconfig.json", "--outDir", built);
  expect(await textsOf(join(CLIENT_DIR, "dist"))).toEqual(await textsOf(built));
}, 120_000);

test("the package is under 20 KB, depends on nothing, and a server hands out the same files as npm packs", async () => {
  const destination = join(folder, "packed");
  mkdirSync(destination);
  await run("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", destination);
  const [name = ""] = readdirSync(destination);
  const packed = await Bun.file(join(destination, name)).bytes();
  expect(packed.length).toBeLessThan(MAX_PACKED_BYTES);
  expect((await Bun.file(join(CLIENT_DIR, "package.json")).json()).dependencies).toBeUndefined();
  const contents = async (tarball: Uint8Array) =>
    Object.fromEntries((await parseTarGzip(tarball)).map((file) => [file.name, file.text]));
  expect(await contents(await packClient())).toEqual(await contents(packed));
});

test("the package is the same bytes whenever it is packed, so that a lock file goes on fitting", async () => {
  expect(await packClient()).toEqual(await packClient());
});

test("its types are right for every way in which an ECMAScript module is resolved", async () => {
  const result = await checkPackage(createPackageFromTarballData(await packClient()));
  if (!result.types) throw new Error("the package has no types");
  // It has no CommonJS build, and says so in its README.
  const problems = result.problems.filter(
    (problem) => !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind)),
  );
  expect(problems).toEqual([]);
}, 120_000);
