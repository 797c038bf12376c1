// Installs what a command needs and is missing. Plain Node, because this also installs Bun. Usage: node
// scripts/install.mjs production|development|check|systems|bench
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A program that the tests use: any one of the commands or files, otherwise the first of Debian's packages that exists. */
const program = (debian, ...commands) => ({ debian, commands: commands.length > 0 ? commands : debian });
const SYSTEMS = [
  program(
    ["chromium-headless-shell", "chromium"],
    ...["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  ),
  ...["nginx", "haproxy", "pgbouncer", "openssl", "curl", "python3", "mypy"].map((name) => program([name])),
  program(["prometheus"], "promtool"),
  program(["systemd"], "systemd-analyze"),
  // These read the downloads.
  program(["python3-pandas"], "/usr/lib/python3/dist-packages/pandas/__init__.py"),
  program(["r-base-core"], "Rscript"),
  program(["libreoffice-calc"], "soffice"),
  program(["gdal-bin"], "ogrinfo"),
];
/** The servers of the benchmark use a SQLite that is compiled during the installation. */
const BENCH = ["wrk", "g++", "make", "python3"].map((name) => program([name]));
/** `level` 1 is with the packages of development; `folder` has packages of its own. */
const NEEDS = {
  production: { level: 0, programs: [] },
  development: { level: 1, programs: [] },
  check: { level: 1, programs: [], folder: "scripts/lint" },
  systems: { level: 1, programs: SYSTEMS },
  bench: { level: 1, programs: BENCH, folder: "bench" },
};

const root = join(import.meta.dirname ?? ".", "..");
const need = process.argv[2];
if (!Object.hasOwn(NEEDS, need)) fail(`say what to install for: ${Object.keys(NEEDS).join(", ")}`);
const { level, programs, folder = null } = NEEDS[need];

const packages = [missingPackages(root), folder === null ? null : missingPackages(join(root, folder))];
const absent = programs.filter(({ commands }) => !commands.some(isCommand));
const missing = [
  ...(packages.some((one) => one !== null) ? ["npm packages"] : []),
  ...absent.map(({ debian }) => debian.at(-1)),
];
if (missing.length > 0) console.error(`Installing ${missing.join(", ")} (once) ...`);
else if (programs.length > 0) console.error("Nothing to install: the npm packages and programs are there");
if (absent.length > 0) installPrograms(absent.map(({ debian }) => debian));
for (const one of packages) one?.install();

/**
 * The lock file's hash and the extent of the installation are stored next to the packages, so a second run costs one
 * read. A start never removes packages that were installed for development. null if nothing is missing.
 */
function missingPackages(project) {
  const lock = createHash("sha256")
    .update(readFileSync(join(project, "package-lock.json")))
    .digest("hex");
  const modules = join(project, "node_modules");
  const marker = join(modules, ".installed");
  const [installedLock, installedLevel] = existsSync(marker)
    ? readFileSync(marker, "utf8").split(" ")
    : [null, existsSync(modules) ? 1 : 0];
  const wanted = Math.max(Number(installedLevel), level);
  if (installedLock === lock && Number(installedLevel) === wanted) return null;
  return {
    install() {
      // Some packages name a newer Node. They run on Bun, which is one of the packages.
      const options = ["--no-audit", "--no-fund", "--loglevel=error", "--no-engine-strict"];
      run("npm", ["ci", "--prefix", project, ...options, ...(wanted === 0 ? ["--omit=dev"] : [])]);
      writeFileSync(marker, `${lock} ${wanted}`);
    },
  };
}

/** For each program, the names of its package, the best first. */
function installPrograms(choices) {
  const names = choices.map((of) => of.at(-1)).join(", ");
  if (!isCommand("apt-get")) fail(`the tests need ${names}: install them so that they are on the PATH`);
  const apt = [...(process.getuid?.() === 0 ? [] : ["sudo", "-n"]), "apt-get", "-qq"];
  run(...apt, "update");
  const exists = (name) => spawnSync("apt-cache", ["show", name]).status === 0;
  run(...apt, "install", "-y", "--no-install-recommends", ...choices.map((of) => of.find(exists) ?? of.at(-1)));
}

/** Debian installs servers outside the path of ordinary users. */
function isCommand(name) {
  return spawnSync("sh", ["-c", `PATH="$PATH:/usr/sbin" command -v ${name} || test -f ${name}`]).status === 0;
}

function run(...words) {
  const [command, ...args] = words.flat();
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2], env });
  if (status !== 0) fail(`\`${command} ${args.join(" ")}\` failed${error ? `: ${error.message}` : ""}`);
}

function fail(message) {
  console.error(`install: ${message}`);
  process.exit(1);
}
