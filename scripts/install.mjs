// Installs what a command needs and is missing. Plain Node, because this also installs Bun. Usage: node
// scripts/install.mjs production|development|test
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NEEDS = { production: 0, development: 1, test: 1 };
/** Programs that the tests need besides npm packages: any one of the commands, otherwise Debian's package. */
const PROGRAMS = [
  { commands: ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"], debian: "chromium" },
  // Chromium without its interface. The browser tests also work without it, but take twice as long.
  { commands: ["chromium-headless-shell"], debian: "chromium-headless-shell", isOptional: true },
  { commands: ["nginx"], debian: "nginx" },
  { commands: ["systemd-analyze"], debian: "systemd" },
  { commands: ["promtool"], debian: "prometheus" },
  { commands: ["pgbouncer"], debian: "pgbouncer" },
  { commands: ["haproxy"], debian: "haproxy" },
  { commands: ["openssl"], debian: "openssl" },
  { commands: ["curl"], debian: "curl" },
  { commands: ["python3"], debian: "python3" },
  { commands: ["mypy"], debian: "mypy" },
  { commands: ["go"], debian: "golang-go" },
  { commands: ["java"], debian: "default-jre-headless" },
];

const root = join(import.meta.dirname ?? ".", "..");
/** Client generators for the API document: so many packages that only the tests install them. */
const GENERATORS = join(root, "test/generators");
const need = process.argv[2];
if (!Object.hasOwn(NEEDS, need)) fail(`say what to install for: ${Object.keys(NEEDS).join(", ")}`);

installPackages(root);
if (need === "test") {
  installPackages(GENERATORS, ["--ignore-scripts"]);
  installPrograms();
}

/**
 * The lock file's hash and the extent of the installation are stored next to the packages, so a second run costs one
 * read. A start never removes packages that were installed for development.
 */
function installPackages(project, options = []) {
  const lock = createHash("sha256")
    .update(readFileSync(join(project, "package-lock.json")))
    .digest("hex");
  const folder = join(project, "node_modules");
  const marker = join(folder, ".installed");
  const [installedLock, installedLevel] = existsSync(marker)
    ? readFileSync(marker, "utf8").split(" ")
    : [null, existsSync(folder) ? NEEDS.development : NEEDS.production];
  const level = Math.max(Number(installedLevel), NEEDS[need]);
  if (installedLock === lock && Number(installedLevel) === level) return;

  const scope = level === NEEDS.production ? ["--omit=dev"] : [];
  console.error(`Installing packages${project === root ? "" : " of generators for the tests"} (once) ...`);
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...options, ...scope], project);
  writeFileSync(marker, `${lock} ${level}`);
}

function installPrograms() {
  const missing = PROGRAMS.filter(({ commands }) => !commands.some(isCommand));
  const [needed, optional] = [false, true].map((isOptional) =>
    missing.filter((program) => (program.isOptional ?? false) === isOptional).map(({ debian }) => debian),
  );
  if (missing.length === 0) return;
  if (!isCommand("apt-get")) {
    if (needed.length === 0) return;
    fail(`the tests need ${needed.join(", ")}: install them so that they are on the PATH`);
  }
  console.error(`Installing ${[...needed, ...optional].join(", ")} for the tests (once) ...`);
  const apt = (...args) => [...(process.getuid?.() === 0 ? [] : ["sudo", "-n"]), "apt-get", "-qq", ...args];
  if (needed.length > 0) {
    for (const command of [apt("update"), apt("install", "-y", ...needed)]) run(command[0], command.slice(1));
  }
  if (optional.length > 0) {
    for (const command of [apt("update"), apt("install", "-y", ...optional)]) start(command[0], command.slice(1));
  }
}

/** Debian installs servers outside the path of ordinary users. */
function isCommand(name) {
  return spawnSync("sh", ["-c", `PATH="$PATH:/usr/sbin" command -v ${name}`]).status === 0;
}

function start(command, args, cwd = root) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { cwd, stdio: ["ignore", 2, 2], env });
}

function run(command, args, cwd = root) {
  const { status, error } = start(command, args, cwd);
  if (status !== 0) fail(`\`${command} ${args.join(" ")}\` failed${error ? `: ${error.message}` : ""}`);
}

function fail(message) {
  console.error(`install: ${message}`);
  process.exit(1);
}
