// Creates a release of the working tree: one version everywhere, the document that later ones are compared with, and
// the clients, which every later server offers. Usage: bun scripts/release.ts 1.2.3
// --repository https://… writes the public address of the repository into the packages, the citation, and the README.
// With a version such as 1.3.0-dev.1 it only names the builds that follow a release, so that no two share a number.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

const ROOT = join(import.meta.dir, "..");
const RELEASED = join(ROOT, "packages/released");
const HASHES = join(RELEASED, "SHA256SUMS");

const {
  positionals: [version = ""],
  values: { repository },
} = parseArgs({ args: process.argv.slice(2), allowPositionals: true, options: { repository: { type: "string" } } });
const before = packageVersion(read("package.json"));
if (!/^\d+\.\d+\.\d+(?:-dev\.\d+)?$/.test(version)) fail("say the version, such as 1.2.3 or 1.3.0-dev.1");
if (Bun.semver.order(version, before) < 1) fail(`${version} is not above the current version, ${before}`);
const isRelease = !version.includes("-");
if (isRelease && !/^## Unreleased\n\n(?!## )\S/m.test(read("CHANGELOG.md")))
  fail("CHANGELOG.md has nothing under Unreleased");

if (repository !== undefined) writeRepository(repository);
for (const file of ["package.json", "packages/client/package.json"])
  change(file, `"version": "${before}",`, `"version": "${version}",`, 1);
changeLockFile();
const pythonLine = (name: string) => `__version__ = "${name.replace("-dev.", ".dev")}"`;
change("packages/python/safety_statistics/__init__.py", pythonLine(before), pythonLine(version), 1);
if (!isRelease) {
  console.log(`Version ${version} is written. Run "npm run generate".`);
  process.exit();
}

const last = /\nversion: (\S+)\n/.exec(read("CITATION.cff"))?.[1] ?? fail("CITATION.cff has no version");
change("CITATION.cff", `\nversion: ${last}\n`, `\nversion: ${version}\n`, 1);
change("docs/operations.md", `VERSION=${last} `, `VERSION=${version} `, 1);
for (const file of ["deploy/kubernetes/safety.yaml", "deploy/kubernetes/example/migrate.yaml"])
  change(file, `/safety:${last}\n`, `/safety:${version}\n`, 1);
// The row of the next release in the table of the store's versions, if the tables changed.
write("docs/operations.md", read("docs/operations.md").replace("| next |", `| ${version} |`));

const date = new Date().toISOString().slice(0, "2026-01-31".length);
const heading = `## ${version} (${date})`;
write("CITATION.cff", read("CITATION.cff").replace(/^date-released: .*$/m, `date-released: "${date}"`));
change("CHANGELOG.md", "## Unreleased\n", `## Unreleased\n\n${heading}\n`, 1);
if (read("docs/api-changes.md").includes("## Unreleased\n"))
  change("docs/api-changes.md", "## Unreleased\n", `${heading}\n`, 1);
const openApi = JSON.parse(read("openapi/openapi.json"));
openApi.info.version = version;
for (const file of ["openapi/openapi.json", "openapi/released.json"])
  write(file, `${JSON.stringify(openApi, null, 2)}\n`);

// Imported after the versions are written, because they are in the names.
const { loadClientFiles, storedName } = await import("../src/main/client-files.ts");
const { typescript, python, pythonPackage } = await loadClientFiles();
const files = [typescript, python, pythonPackage];
const hashes = readFileSync(HASHES, "utf8");
for (const { name } of files) if (readdirSync(RELEASED).includes(storedName(name))) fail(`${name} was released before`);
for (const { name, bytes } of files)
  writeFileSync(join(RELEASED, storedName(name)), name.endsWith(".py") ? gzipSync(bytes, { level: 9 }) : bytes);
const added = files.map(({ name, bytes }) => `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
writeFileSync(HASHES, hashes + added.join(""));
console.log(`Version ${version} is written. Look at \`git diff\`, run \`bash .ci/run\`, commit, and tag v${version}.`);

function packageVersion(text: string): string {
  return /^ {2}"version": "([^"]+)",$/m.exec(text)?.[1] ?? fail("package.json has no version");
}

/** The one place that knows where the repository is published. Without an address, nothing names one. */
function writeRepository(address: string): void {
  if (!/^https:\/\/[\w.-]+(?:\/[\w.-]+)+$/.test(address))
    fail("--repository is an address such as https://host/owner/name");
  for (const [file, directory] of [["package.json"], ["packages/client/package.json", "packages/client"]] as const) {
    const links = {
      homepage: `${address}#readme`,
      bugs: `${address}/issues`,
      repository: { type: "git", url: `git+${address}.git`, directory },
    };
    write(file, `${JSON.stringify({ ...JSON.parse(read(file)), ...links }, null, 2)}\n`);
  }
  write(
    "CITATION.cff",
    `${read("CITATION.cff")
      .replace(/^repository-code: .*\n/m, "")
      .trimEnd()}\nrepository-code: ${address}\n`,
  );
  write(
    "README.md",
    read("README.md").replace(
      /^(?:git clone \S+ safety\ncd safety\n)?npm start$/m,
      `git clone ${address} safety\ncd safety\nnpm start`,
    ),
  );
}

/** Replaces a text that must occur in a file exactly `times` times. */
function change(file: string, from: string, to: string, times: number): void {
  const parts = read(file).split(from);
  if (parts.length !== times + 1) fail(`${file} has ${from.trim()} ${parts.length - 1} times in place of ${times}`);
  write(file, parts.join(to));
}

/** Other packages in the lock file can have the same version, so this sets the three members by their place. */
function changeLockFile(): void {
  const lock = JSON.parse(read("package-lock.json"));
  for (const entry of [lock, lock.packages[""], lock.packages["packages/client"]]) entry.version = version;
  write("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

function write(file: string, text: string): void {
  writeFileSync(join(ROOT, file), text);
}

function fail(message: string): never {
  console.error(`release: ${message}`);
  process.exit(1);
}
