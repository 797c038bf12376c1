import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { outputOf } from "./command.ts";

const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "safety-statistics-service");

/**
 * Installs packages on demand into a folder of the user's cache, and returns the folder. With the whole environment: the
 * network may need a proxy or certificates of its own (`NODE_EXTRA_CA_CERTS`).
 */
export async function installedPackages(
  name: string,
  packages: readonly string[],
  ...options: readonly string[]
): Promise<string> {
  const folder = join(CACHE, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const quiet = ["--loglevel=error", "--no-audit", "--no-fund", "--prefer-offline"];
  const { PATH: _, ...env } = process.env;
  const given = Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  await outputOf(["npm", "install", ...quiet, ...options, "--prefix", folder, ...packages], {
    cwd: folder,
    env: Object.fromEntries(given),
  });
  return folder;
}
