import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { parseTarGzip } from "nanotar";
import { clientFileName, loadClientFiles, RELEASED_DIR } from "../../src/main/client-files.ts";
import { outputOf } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

const CLIENT_DIR = join(import.meta.dir, "../../packages/client");
const MAX_PACKED_BYTES = 32_000;

const folder = scratchFolder("client");

/** Runs a program from the client's own packages and returns its output. */
function output(...command: readonly string[]): Promise<string> {
  return outputOf(command, { cwd: CLIENT_DIR });
}

async function packClient(): Promise<Uint8Array<ArrayBuffer>> {
  return (await loadClientFiles()).typescript.bytes;
}

test("the types match the API document", async () => {
  const generated = join(folder, "schema.ts");
  await output("node", "generate.mjs", generated);
  expect(await output("diff", "src/schema.ts", generated)).toBe("");
});

test("the committed build matches the sources", async () => {
  const built = join(folder, "dist");
  await output("node", "build.mjs", built);
  expect(await output("diff", "--recursive", "dist", built)).toBe("");
});

test("the package is under 32 KB and has no dependencies, and a server offers the same files as npm pack", async () => {
  const destination = join(folder, "packed");
  mkdirSync(destination);
  await output("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", destination);
  const [name = ""] = readdirSync(destination);
  const packed = await Bun.file(join(destination, name)).bytes();
  expect(packed.length).toBeLessThan(MAX_PACKED_BYTES);
  expect((await Bun.file(join(CLIENT_DIR, "package.json")).json()).dependencies).toBeUndefined();
  const contents = async (tarball: Uint8Array) =>
    Object.fromEntries((await parseTarGzip(tarball)).map((file) => [file.name, file.text]));
  expect(await contents(await packClient())).toEqual(await contents(packed));
});

test("the package always has the same bytes, so that lock files stay valid", async () => {
  expect(await packClient()).toEqual(await packClient());
});

test("its types resolve in every mode: node10, node16 of both kinds, bundler", async () => {
  const result = await checkPackage(createPackageFromTarballData(await packClient()));
  if (!result.types) throw new Error("the package has no types");
  expect(result.problems).toEqual([]);
});

describe("the URL of a client has its version and the hash of its bytes, so that lock files stay valid", () => {
  test("for the current clients", async () => {
    const { typescript, python, pythonPackage } = await loadClientFiles();
    expect(typescript.name).toMatch(/^safety-statistics-client-\d+\.\d+\.\d+(?:-dev\.\d+)?-[0-9a-f]{12}\.tgz$/);
    expect(python.name).toMatch(/^safety_statistics-\d+\.\d+\.\d+(?:\.dev\d+)?-[0-9a-f]{12}\.py$/);
    expect(pythonPackage.name).toMatch(/^safety_statistics-\d+\.\d+\.\d+(?:\.dev\d+)?-[0-9a-f]{12}\.tar\.gz$/);
  });

  test("for released clients, each in one form", async () => {
    const { released } = await loadClientFiles();
    const others = ["README.md", "SHA256SUMS"];
    expect(released.length).toBe(readdirSync(RELEASED_DIR).length - others.length);
    const stems = new Set(released.map(({ name }) => name.replace(/-[0-9a-f]{12}(?=\.(?:\w+|tar\.gz)$)/, "")));
    expect(stems.size).toBe(released.length);
    for (const { name, bytes } of released) {
      const [, stem = "", extension] = /^(.*)-[0-9a-f]{12}\.(tgz|tar\.gz|py)$/.exec(name) ?? [];
      const known = (["py", "tar.gz"] as const).find((one) => one === extension) ?? "tgz";
      expect(clientFileName(stem, known, bytes)).toBe(name);
    }
  });
});
