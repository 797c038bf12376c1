import { type Command, InvalidArgumentError } from "commander";
import { runService } from "../run-service.ts";
import type { Terminal } from "../terminal.ts";

const MAX_PROCESSES = 64;

export function addServeCommand(program: Command, terminal: Terminal): void {
  program
    .command("serve")
    .description("Serve the API and the pages")
    .option("--processes <n>", "several processes on one port with one PostgreSQL", parseProcesses, 1)
    .action(({ processes }: { processes: number }) => runService(terminal, processes));
}

function parseProcesses(text: string): number {
  const processes = Number(text);
  if (Number.isInteger(processes) && processes >= 1 && processes <= MAX_PROCESSES) return processes;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_PROCESSES}.`);
}
