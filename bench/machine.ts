import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { postgresPrograms } from "./requirements.ts";

/** The machine and software of a measurement. */
export function describeMachine() {
  return {
    processor: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    kernel: release().split("-")[0] ?? "",
    bun: Bun.version,
    node: versionOf("node", "--version"),
    postgres: versionOf(join(postgresPrograms(), "postgres"), "--version"),
    nginx: versionOf("nginx", "-v"),
    wrk: versionOf("wrk", "-v"),
    peers: peerVersions(),
  };
}
export type Machine = ReturnType<typeof describeMachine>;

function versionOf(program: string, flag: string): string {
  const { stdout, stderr } = Bun.spawnSync([program, flag]);
  return /\d+(\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? "unknown";
}

function peerVersions(): Readonly<Record<string, string>> {
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(new URL("package.json", import.meta.url), "utf8"),
  );
  return manifest.dependencies;
}
