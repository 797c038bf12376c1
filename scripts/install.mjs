// Installs what a command needs and is missing; plain Node, since Bun itself comes from here.
// Usage: node scripts/install.mjs production|development|test
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NEEDS = { production: 0, development: 1, test: 1 };
const BROWSERS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

const root = join(import.meta.dirname ?? ".", "..");
const need = process.argv[2];
if (!Object.hasOwn(NEEDS, need)) fail(`say what to install for: ${Object.keys(NEEDS).join(", ")}`);

installPackages();
if (need === "test") installBrowser();

/** The lock file's hash and how much of it was installed are kept beside the packages, so a second run costs one read. */
function installPackages() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const marker = join(root, "node_modules", ".installed");
  const [installedLock, level] = existsSync(marker) ? readFileSync(marker, "utf8").split(" ") : [];
  if (installedLock === lock && Number(level) >= NEEDS[need]) return;

  const scope = NEEDS[need] === 0 ? ["--omit=dev"] : [];
  console.error("Installing packages (once) ...");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...scope]);
  writeFileSync(marker, `${lock} ${NEEDS[need]}`);
}

function installBrowser() {
  if (BROWSERS.some(isCommand)) return;
  console.error("Installing Chromium for the browser tests (once) ...");
  if (!isCommand("apt-get")) fail("the browser tests need Chromium: install it so that `chromium` is on the PATH");
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "chromium"],
  ]) {
    const [command, ...rest] = [...asRoot, "apt-get", ...args];
    run(command, rest);
  }
}

function isCommand(name) {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0) fail(`\`${command} ${args.join(" ")}\` failed${error ? `: ${error.message}` : ""}`);
}

function fail(message) {
  console.error(`install: ${message}`);
  process.exit(1);
}
