import type { Command } from "commander";
import { runService } from "../run-service.ts";
import type { Terminal } from "../terminal.ts";

export function addServeCommand(program: Command, terminal: Terminal): void {
  program
    .command("serve")
    .description("Serve the API and the pages")
    .action(() => runService(terminal));
}
