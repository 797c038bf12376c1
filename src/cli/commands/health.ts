import type { Command } from "commander";
import { errorCode, messageOf } from "../../base/error-text.ts";
import { localUrl, readConfig } from "../../main/config.ts";
import { CommandError, print } from "../../main/exit.ts";

/** Below the timeout of common health checks. */
const TIMEOUT_MS = 3_000;

export function addHealthCommand(program: Command): void {
  program
    .command("health")
    .description("Check whether the service on this machine is ready; exit code 0 or 1, for container health checks")
    .option("--live", "only check that the process responds, regardless of its store")
    .action((options: { live?: true }) => ask(options.live ? "/healthz" : "/readyz"));
}

/** HOST and PORT say where it listens. With PORT=0 the system chooses a port that this command cannot know. */
async function ask(path: string): Promise<void> {
  const { HOST, PORT } = readConfig();
  const url = `${localUrl(HOST, PORT)}${path}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
    const fault = /refused/i.test(errorCode(error) ?? "") ? "nothing listens there" : messageOf(error);
    throw new CommandError(`${url} does not respond: ${fault}. Is the service running with this HOST and PORT?`);
  });
  if (!answer.ok) throw new CommandError(`${url} answers ${answer.status}`);
  print(`${url} answers ${answer.status}\n`);
}
