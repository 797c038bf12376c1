import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { planTable } from "../../domain/plan.ts";
import { readConfig } from "../../main/config.ts";
import { CommandError, EXIT, note } from "../../main/exit.ts";
import { systemClock } from "../../main/system-clock.ts";
import { wholeNumber } from "./options.ts";

interface BackupOptions {
  readonly into?: string;
  readonly keep?: number;
}

const OWNER_ONLY_FOLDER = 0o700;
/** File names that `--into` creates. Alphabetical order is chronological order. */
const NAMED_BY_TIME = /^safety-\d{8}T\d{6}Z\.sqlite$/;

export function addBackupCommands(program: Command): void {
  program
    .command("backup")
    .description("Copy the embedded store into a new file; works while the service runs")
    .argument("[file]", "a file that does not exist yet")
    .option("--into <folder>", "instead of a file: a folder in which the file is named by its time")
    .option("--keep <n>", "with --into: keep the newest n backups and delete older ones", wholeNumber(1, 10_000))
    .action(backUp);
  program
    .command("restore")
    .description("Replace the embedded store with a backup; stop the service first")
    .argument("<file>", "a file that `safety backup` wrote")
    .action(restore);
}

async function backUp(named: string | undefined, { into, keep }: BackupOptions): Promise<void> {
  const path = embeddedStore("pg_dump, as docs/operations.md describes");
  if ((named === undefined) === (into === undefined)) {
    throw new CommandError(
      "Give either a file or a folder: `safety backup FILE` or `safety backup --into FOLDER`",
      EXIT.usage,
    );
  }
  if (keep !== undefined && into === undefined) throw new CommandError("--keep requires --into", EXIT.usage);
  const { backUpSqlite } = await import("../../store/sqlite/backup.ts");
  const { recordBackup } = await import("../../main/backup-record.ts");
  const file = named ?? join(into ?? "", nameByTime(systemClock.now()));
  if (into !== undefined) await mkdir(into, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await backUpSqlite(path, file);
  await recordBackup(path);
  note(
    `Backed up ${path} to ${file}. The backup does not include the secret: save SECRET, or the file \`secret\` next to the store, too.\n`,
  );
  if (into !== undefined && keep !== undefined) await deleteOlder(into, keep);
}

function nameByTime(nowMs: number): string {
  return `safety-${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z.sqlite`;
}

/** Files with other names are not our backups and are kept. */
async function deleteOlder(folder: string, keep: number): Promise<void> {
  const backups = (await readdir(folder)).filter((name) => NAMED_BY_TIME.test(name)).toSorted();
  for (const name of backups.slice(0, -keep)) {
    await rm(join(folder, name));
    note(`Deleted ${join(folder, name)}\n`);
  }
}

async function restore(file: string): Promise<void> {
  const path = embeddedStore("pg_restore into a new database, as docs/operations.md describes");
  const { restoreSqlite } = await import("../../store/sqlite/backup.ts");
  const plans = planTable(readConfig().PLAN_LIMITS);
  const kept = await restoreSqlite(path, file, { clock: systemClock, plans });
  note(`Restored ${path} from ${file}.${kept === null ? "" : ` The previous store is now ${kept}.`}\n`);
}

/** Path of the embedded store. For PostgreSQL the error names the tool in `instead`. */
function embeddedStore(instead: string): string {
  const { DATABASE_URL } = readConfig();
  if (DATABASE_URL.dialect === "sqlite") return DATABASE_URL.path;
  throw new CommandError(`This command is for the embedded store. For PostgreSQL: ${instead}`);
}
