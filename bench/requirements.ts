import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Programs of the benchmark and the Debian packages that contain them. The peers' SQLite is compiled during
 * installation.
 */
const PROGRAMS = {
  wrk: "wrk",
  nginx: "nginx",
  "g++": "g++",
  make: "make",
  python3: "python3",
  taskset: "util-linux",
} as const;

const FOLDER = import.meta.dir;
const MARKER = join(FOLDER, "node_modules", ".installed");

/**
 * Installs what is missing: programs from Debian, peers from npm with the lock file in this folder. @throws if that
 * fails.
 */
export function installRequirements(): void {
  const missing = Object.entries(PROGRAMS).filter(([program]) => Bun.which(program) === null);
  if (missing.length > 0) installPackages(missing.map(([, name]) => name));
  installPeers();
}

/**
 * The folder of Debian's newest PostgreSQL server, which is installed if there is none. The one for the tests is
 * compiled for size, which costs it a tenth of its speed. @throws if none can be installed.
 */
export function postgresPrograms(): string {
  if (installedPostgres().length === 0) installPackages(["postgresql"]);
  const newest = installedPostgres().at(-1);
  if (newest === undefined) throw new Error("Debian's package postgresql brought no server under /usr/lib/postgresql");
  return newest;
}

function installedPostgres(): readonly string[] {
  const byVersion = new Intl.Collator("en", { numeric: true });
  return globSync("/usr/lib/postgresql/*/bin/postgres").map(dirname).sort(byVersion.compare);
}

function installPackages(names: readonly string[]): void {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  console.error(`Installing ${names.join(", ")} (once) ...`);
  run([...asRoot, "apt-get", "update", "-qq"]);
  run([...asRoot, "apt-get", "install", "-y", "-qq", "--no-install-recommends", ...names]);
}

function installPeers(): void {
  const lock = createHash("sha256")
    .update(readFileSync(join(FOLDER, "package-lock.json")))
    .digest("hex");
  if (existsSync(MARKER) && readFileSync(MARKER, "utf8") === lock) return;
  console.error("Installing the peers (once, a minute or two) ...");
  run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(MARKER, lock);
}

function run(command: string[]): void {
  const { exitCode } = Bun.spawnSync(command, {
    cwd: FOLDER,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (exitCode !== 0) throw new Error(`\`${command.join(" ")}\` failed`);
}
