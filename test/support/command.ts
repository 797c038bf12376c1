import { spyOn } from "bun:test";
import { fileURLToPath } from "node:url";
import { runProgram } from "../../src/cli/program.ts";

/** The `safety` command, run by Bun. */
export const PROGRAM = fileURLToPath(new URL("../../src/cli/cli.ts", import.meta.url));

export interface CommandOutcome {
  readonly exitCode: number;
  readonly out: string;
  readonly note: string;
}

/** Nodes on one PostgreSQL share one secret. */
export const SECRET = "a secret that only the tests know";

export type Environment = Readonly<Record<string, string>>;

export interface Surroundings {
  readonly cwd?: string;
  /** Beside `PATH`. */
  readonly env?: Environment;
}

/** Runs a program until it ends, with only the given environment and no input. */
export async function run(
  command: readonly string[],
  { cwd = process.cwd(), env = {} }: Surroundings = {},
): Promise<CommandOutcome> {
  const child = Bun.spawn([...command], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, note, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, out, note };
}

/** The output of a program. @throws Error with all that it wrote if it failed */
export async function outputOf(command: readonly string[], surroundings: Surroundings = {}): Promise<string> {
  const { exitCode, out, note } = await run(command, surroundings);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${out}${note}`);
  return out;
}

/** Runs `safety …` as a separate process, with only the given settings. */
export function safetyProcess(env: Environment, ...args: readonly string[]): Promise<CommandOutcome> {
  return run([process.execPath, PROGRAM, ...args], { env });
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs `safety …` with only the given settings, in this process, because loading the program takes longer than most
 * commands. They take turns. `test/main/processes.test.ts` runs each command as its own process.
 */
export function safety(env: Environment, ...args: readonly string[]): Promise<CommandOutcome> {
  const outcome = turn.then(() => runHere(env, args));
  turn = outcome;
  return outcome;
}

async function runHere(env: Environment, args: readonly string[]): Promise<CommandOutcome> {
  const kept = { env: process.env, umask: process.umask() };
  const [out, note] = [recorded(process.stdout), recorded(process.stderr)];
  process.env = { PATH: process.env["PATH"], ...env };
  try {
    return { exitCode: await runProgram(args), out: out(), note: note() };
  } finally {
    process.env = kept.env;
    process.umask(kept.umask);
  }
}

/** Takes what is written to a stream until the returned function is called, which returns it. */
function recorded(stream: NodeJS.WriteStream): () => string {
  let text = "";
  const write = spyOn(stream, "write").mockImplementation((part: unknown, then?: unknown) => {
    text += String(part);
    if (typeof then === "function") then();
    return true;
  });
  return () => {
    write.mockRestore();
    return text;
  };
}
