import { fileURLToPath } from "node:url";

/** The `safety` command, run by Bun. */
export const PROGRAM = fileURLToPath(new URL("../../src/main/cli.ts", import.meta.url));

export interface CommandOutcome {
  readonly exitCode: number;
  readonly out: string;
  readonly note: string;
}

/** Nodes on one PostgreSQL share one secret. */
export const SECRET = "a secret that only the tests know";

export type Environment = Readonly<Record<string, string>>;

/** Runs `safety …` as a separate process, with only the given settings. */
export async function safety(environment: Environment, ...args: readonly string[]): Promise<CommandOutcome> {
  const child = Bun.spawn([process.execPath, PROGRAM, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, note, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, out, note };
}
