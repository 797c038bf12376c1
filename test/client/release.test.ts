import { describe, expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { scratchFolder } from "../support/scratch.ts";

const ROOT = join(import.meta.dir, "../..");
/** Everything that a release reads and writes. */
const PARTS = [
  "CHANGELOG.md",
  "CITATION.cff",
  "README.md",
  "deploy/kubernetes/example/migrate.yaml",
  "deploy/kubernetes/safety.yaml",
  "docs/api-changes.md",
  "docs/operations.md",
  "openapi",
  "package.json",
  "package-lock.json",
  "packages",
  "scripts/release.ts",
  "src/main/client-files.ts",
];

/** The lines that `SHA256SUMS` has more or less than the files next to it: released files must stay, with the same bytes. */
function faultsOf(folder: string): readonly string[] {
  const listed = readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  const files = readdirSync(folder).filter((name) => !["README.md", "SHA256SUMS"].includes(name));
  const sums = files.map((name) => {
    const stored = readFileSync(join(folder, name));
    const isCompressed = name.endsWith(".py.gz");
    const served = isCompressed ? gunzipSync(stored) : stored;
    const hash = new Bun.CryptoHasher("sha256").update(served).digest("hex");
    return `${hash}  ${isCompressed ? name.slice(0, -".gz".length) : name}`;
  });
  return [...new Set(listed).symmetricDifference(new Set(sums))];
}

/** A copy of the repository with a change to release. */
async function copyOfTheRepository(): Promise<string> {
  const folder = scratchFolder("release");
  for (const part of PARTS) {
    const filter = (source: string) => !source.includes("node_modules");
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const changelog = join(folder, "CHANGELOG.md");
  // Just after a release, nothing is there to release.
  const changes = readFileSync(changelog, "utf8").replace(
    /^## Unreleased\n\n(?=## )/m,
    "## Unreleased\n\nA change.\n\n",
  );
  writeFileSync(changelog, changes);
  return folder;
}

async function release(
  folder: string,
  version: string,
  ...options: readonly string[]
): Promise<{ exitCode: number; note: string }> {
  const child = Bun.spawn([process.execPath, "scripts/release.ts", version, ...options], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  return { note: await new Response(child.stderr).text(), exitCode: await child.exited };
}

test("the bytes of released clients never change, and none is missing", () => {
  expect(faultsOf(join(ROOT, "packages/released"))).toEqual([]);
});

describe("a release", () => {
  test("writes its version everywhere, keeps the document and the clients, and can be made only once", async () => {
    const folder = await copyOfTheRepository();
    const text = (file: string) => readFileSync(join(folder, file), "utf8");
    const old = JSON.parse(text("package.json")).version;
    writeFileSync(join(folder, "openapi/openapi.json"), '{"info":{}}');
    expect(await release(folder, "97.0.0")).toEqual({ exitCode: 0, note: "" });

    for (const file of ["package.json", "packages/client/package.json"])
      expect([file, JSON.parse(text(file)).version]).toEqual([file, "97.0.0"]);
    const { version, packages } = JSON.parse(text("package-lock.json"));
    expect([version, packages[""].version, packages["packages/client"].version]).toEqual(Array(3).fill("97.0.0"));
    expect(text("packages/python/safety_statistics/__init__.py")).toContain('__version__ = "97.0.0"');
    expect(text("docs/operations.md")).toContain("--build-arg VERSION=97.0.0 ");
    expect(text("CITATION.cff")).toMatch(/^version: 97\.0\.0\ndate-released: "20\d\d-\d\d-\d\d"$/m);
    expect(text("CHANGELOG.md")).toMatch(/^## Unreleased\n\n## 97\.0\.0 \(20\d\d-\d\d-\d\d\)\n\n\S/m);
    expect(text("deploy/kubernetes/safety.yaml")).toContain("/safety:97.0.0\n");
    for (const file of ["openapi/openapi.json", "openapi/released.json"])
      expect([file, JSON.parse(text(file))]).toEqual([file, { info: { version: "97.0.0" } }]);
    const names = readdirSync(join(folder, "packages/released")).filter((name) => name.includes("-97.0.0-"));
    expect(names.map((name) => name.replace(/-[0-9a-f]{12}\./, ".")).toSorted()).toEqual([
      "safety-statistics-client-97.0.0.tgz",
      "safety_statistics-97.0.0.py.gz",
      "safety_statistics-97.0.0.tar.gz",
    ]);
    expect(faultsOf(join(folder, "packages/released"))).toEqual([]);

    for (const again of ["97.0.0", "96.0.0", old, "", "98"])
      expect([again, (await release(folder, again)).exitCode]).toEqual([again, 1]);
    expect((await release(folder, "98.0.0")).note).toContain("nothing under Unreleased");
    expect(JSON.parse(text("package.json")).version).toBe("97.0.0");
  });

  test("a version between releases names programs and clients, and leaves what was released", async () => {
    const folder = await copyOfTheRepository();
    const text = (file: string) => readFileSync(join(folder, file), "utf8");
    await release(folder, "97.0.0");
    const left = ["CITATION.cff", "CHANGELOG.md", "docs/operations.md", "openapi/released.json"].map(text);
    for (const version of ["98.0.0-dev.1", "98.0.0-dev.2"]) {
      expect(await release(folder, version)).toEqual({ exitCode: 0, note: "" });
      expect(JSON.parse(text("packages/client/package.json")).version).toBe(version);
    }
    expect(text("packages/python/safety_statistics/__init__.py")).toContain('__version__ = "98.0.0.dev2"');
    expect(["CITATION.cff", "CHANGELOG.md", "docs/operations.md", "openapi/released.json"].map(text)).toEqual(left);
    expect((await release(folder, "98.0.0-dev.1")).exitCode).toBe(1);
    writeFileSync(join(folder, "CHANGELOG.md"), "## Unreleased\n\nA change.\n");
    expect(await release(folder, "98.0.0")).toEqual({ exitCode: 0, note: "" });
    expect(text("CITATION.cff")).toContain("\nversion: 98.0.0\n");
  });

  test("writes the address of the repository everywhere, also another one later", async () => {
    const folder = await copyOfTheRepository();
    const text = (file: string) => readFileSync(join(folder, file), "utf8");
    const lines = text("README.md").split("\n").length;
    for (const [version, address] of [
      ["97.0.0-dev.1", "https://code.example/first/name"],
      ["97.0.0-dev.2", "https://code.example/team/safety"],
    ] as const)
      expect(await release(folder, version, "--repository", address)).toEqual({ exitCode: 0, note: "" });
    expect(JSON.parse(text("package.json"))).toMatchObject({
      homepage: "https://code.example/team/safety#readme",
      bugs: "https://code.example/team/safety/issues",
      repository: { url: "git+https://code.example/team/safety.git" },
    });
    expect(JSON.parse(text("packages/client/package.json")).repository.directory).toBe("packages/client");
    expect(text("CITATION.cff")).toEndWith("\nrepository-code: https://code.example/team/safety\n");
    expect(text("README.md")).toContain("git clone https://code.example/team/safety safety\ncd safety\nnpm start\n");
    expect(text("README.md").split("\n")).toHaveLength(lines + 2);
    for (const file of ["package.json", "packages/client/package.json", "CITATION.cff", "README.md"])
      expect([file, text(file).includes("first/name")]).toEqual([file, false]);
    for (const wrong of ["http://code.example/a/b", "code.example", "https://code.example"])
      expect((await release(folder, "97.0.0", "--repository", wrong)).exitCode).toBe(1);
  });

  test("reports a released client that was changed or removed later", async () => {
    const folder = await copyOfTheRepository();
    await release(folder, "97.0.0");
    const released = join(folder, "packages/released");
    const [name = ""] = readdirSync(released).filter((one) => one.includes("-97.0.0-"));
    writeFileSync(join(released, name), "other bytes");
    const changed = [expect.stringContaining(name), expect.stringContaining(name)];
    expect(faultsOf(released)).toEqual(changed);
    writeFileSync(join(released, "new.py"), "");
    expect(faultsOf(released)).toEqual(expect.arrayContaining([...changed, expect.stringContaining("new.py")]));
    rmSync(join(released, name));
    expect(faultsOf(released)).toHaveLength(2);
  });
});
