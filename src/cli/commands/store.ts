import { existsSync } from "node:fs";
import type { Command } from "commander";
import { planTable } from "../../domain/plan.ts";
import { readConfig } from "../../main/config.ts";
import { CommandError, EXIT, note, print } from "../../main/exit.ts";
import { secretDigest, secretFile } from "../../main/secret.ts";
import { systemClock } from "../../main/system-clock.ts";
import { describeAddress, libpqVariables, parseStoreAddress, type SqliteAddress } from "../../store/address.ts";
import { copyStore } from "../../store/copy.ts";
import { moveFutureWindows } from "../../store/future-windows.ts";
import { inspectStore } from "../../store/inspect.ts";
import { undoableVersions } from "../../store/migrate.ts";
import { NEWEST_VERSION } from "../../store/migrations.ts";
import { openStore, undoMigrationsOf } from "../../store/open.ts";
import { SQLITE_MIGRATIONS } from "../../store/sqlite/migrations.ts";
import type { Store } from "../../store/store.ts";
import { printRecords } from "../terminal.ts";
import { withStore } from "../with-store.ts";

export function addStoreCommands(program: Command): void {
  const command = program.command("store").description("Manage the store");
  command
    .command("copy")
    .description("Copy an embedded store into the empty PostgreSQL database at DATABASE_URL; stop the service first")
    .argument("<from>", "the embedded store, such as sqlite:var/safety.sqlite")
    .action(copy);
  command
    .command("repair-windows")
    .description("Move what was counted in the future, while the clock was ahead, to now; correct the clock first")
    .action(repairWindows);
  command
    .command("libpq")
    .description(
      'Print DATABASE_URL as variables for psql and pg_dump, with the password: eval "$(safety store libpq)"',
    )
    .action(printLibpq);
  command
    .command("migrate")
    .description("Migrate the tables at DATABASE_URL, so that the service can run with a role that cannot change them")
    .option("--to <version>", "take the tables back to an earlier version, for an older program; stop all nodes first")
    .action(migrate);
}

function printLibpq(): void {
  const { DATABASE_URL: address } = readConfig();
  if (address.dialect === "sqlite") throw new CommandError("This command is for PostgreSQL.");
  for (const [name, value] of Object.entries(libpqVariables(address))) {
    print(`export ${name}='${value.replaceAll("'", "'\\''")}'\n`);
  }
}

async function repairWindows(): Promise<void> {
  await withStore(async (store) => {
    const { nowMs } = await inspectStore(readConfig().DATABASE_URL);
    const { counters, requests } = await moveFutureWindows(store, nowMs ?? systemClock.now());
    note(`Moved ${counters} counters of future windows, with ${requests} requests, to the current windows.\n`);
  });
}

async function migrate({ to }: { readonly to?: string }): Promise<void> {
  const { DATABASE_URL: address } = readConfig();
  const { version } = await inspectStore(address);
  const tables = `The tables of ${describeAddress(address)}`;
  if (to === undefined) {
    await withStore(async () => {}, { mayCreate: true });
    const done =
      version === NEWEST_VERSION ? "are up to date" : `were migrated from version ${version} to ${NEWEST_VERSION}`;
    return note(`${tables} ${done}.\n`);
  }
  const target = Number(to);
  // Both dialects have the same versions.
  const earlier = undoableVersions(SQLITE_MIGRATIONS).filter((one) => one < version);
  if (!earlier.includes(target)) {
    const choices = earlier.length === 0 ? "cannot be taken back" : `can be taken back to ${earlier.join(", ")}`;
    throw new CommandError(`"${to}" is no such version: the tables have version ${version} and ${choices}`, EXIT.usage);
  }
  await undoMigrationsOf(address, target);
  note(`${tables} have version ${target} now. Start the older program.\n`);
}

async function copy(from: string): Promise<void> {
  const address = sourceAddress(from);
  if (!existsSync(address.path)) throw new CommandError(`There is no store at ${from}`);
  const plans = planTable(readConfig().PLAN_LIMITS);
  const copyInto = async (target: Store) => {
    const source = await openStore({ address, clock: systemClock, plans });
    try {
      await requireSecretOf(source, address);
      printRecords(await copyStore(source, target), ["table", "rows"]);
    } finally {
      await source.close();
    }
  };
  await withStore(copyInto, { mayCreate: true });
  note("Copied. Start the service with this DATABASE_URL from now on.\n");
}

/** With another secret, sessions, second factors, and signing secrets of webhooks would stop working. */
async function requireSecretOf(source: Store, { path }: SqliteAddress): Promise<void> {
  const stored = await source.nodeSecret.read();
  const { SECRET } = readConfig();
  if (stored === null || (SECRET !== undefined && secretDigest(SECRET) === stored)) return;
  const file = secretFile(path);
  const where = existsSync(file) ? `: it is in ${file}` : "";
  throw new CommandError(`SECRET must be that of the embedded store${where}. Nothing was copied.`);
}

/** @throws CommandError if the text does not name an embedded store. */
function sourceAddress(text: string): SqliteAddress {
  try {
    const address = parseStoreAddress(text);
    if (address.dialect === "sqlite") return address;
  } catch {
    // The message below says what is expected.
  }
  throw new CommandError("The first argument must be an embedded store such as sqlite:var/safety.sqlite", EXIT.usage);
}
