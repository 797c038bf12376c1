import type { Command } from "commander";
import { localUrl } from "../config.ts";
import { CommandError, configOf, type Terminal } from "../terminal.ts";

/** Below the time-out of common health checks. */
const TIMEOUT_MS = 3_000;

export function addHealthCommand(program: Command, terminal: Terminal): void {
  program
    .command("health")
    .description(
      "Ask the service on this machine whether it is ready; exit code 0 or 1, for the health check of a container",
    )
    .option("--live", "ask only whether the process answers, whatever its store does")
    .action((options: { live?: true }) => ask(terminal, options.live ? "/healthz" : "/readyz"));
}

/** HOST and PORT say where it listens; PORT=0 leaves that to the system, and then nobody can know. */
async function ask(terminal: Terminal, path: string): Promise<void> {
  const { HOST, PORT } = configOf(terminal);
  const url = `${localUrl(HOST, PORT)}${path}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
    throw new CommandError(`${url} does not answer: ${String(error)}`);
  });
  if (!answer.ok) throw new CommandError(`${url} answers ${answer.status}`);
  terminal.out(`${url} answers ${answer.status}\n`);
}
