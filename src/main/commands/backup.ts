import type { Command } from "commander";
import { planTable } from "../../domain/plan.ts";
import { systemClock } from "../clock.ts";
import { CommandError, configOf, type Terminal } from "../terminal.ts";

export function addBackupCommands(program: Command, terminal: Terminal): void {
  program
    .command("backup")
    .description("Copy the embedded store into a new file, also while it is being served")
    .argument("<file>", "a file that is not there yet")
    .action((file: string) => backUp(terminal, file));
  program
    .command("restore")
    .description("Put a backup into the place of the embedded store; the service must be stopped")
    .argument("<file>", "a file that `safety backup` wrote")
    .action((file: string) => restore(terminal, file));
}

async function backUp(terminal: Terminal, file: string): Promise<void> {
  const path = embeddedStore(terminal, "pg_dump --format=custom --file=FILE DATABASE_URL");
  const { backUpSqlite } = await import("../../store/sqlite/backup.ts");
  await backUpSqlite(path, file);
  terminal.note(
    `Backed up ${path} to ${file}. Keep SECRET too, or the file \`secret\` beside the store: it is not in it.\n`,
  );
}

async function restore(terminal: Terminal, file: string): Promise<void> {
  const path = embeddedStore(terminal, "pg_restore --clean --if-exists --dbname=DATABASE_URL FILE");
  const { restoreSqlite } = await import("../../store/sqlite/backup.ts");
  const plans = planTable(configOf(terminal).PLAN_LIMITS);
  const kept = await restoreSqlite(path, file, { clock: systemClock, plans });
  terminal.note(`Restored ${path} from ${file}.${kept === null ? "" : ` The store that was there is ${kept}.`}\n`);
}

/** Path of the embedded store. PostgreSQL has tools of its own, which `instead` names. */
function embeddedStore(terminal: Terminal, instead: string): string {
  const { DATABASE_URL } = configOf(terminal);
  if (DATABASE_URL.dialect === "sqlite") return DATABASE_URL.path;
  throw new CommandError(`This command is for the embedded store. For PostgreSQL: ${instead}`);
}
