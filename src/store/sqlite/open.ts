import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { Kysely } from "kysely";
import { accountStore } from "../accounts.ts";
import { messageOf, StoreError } from "../error.ts";
import { keyStore } from "../keys.ts";
import { limitsReader } from "../limits.ts";
import { migrate } from "../migrate.ts";
import { noticeStore } from "../notices.ts";
import { answers, type Session } from "../session.ts";
import type { Store, StoreOptions } from "../store.ts";
import type { Tables } from "../tables.ts";
import { throttleStore } from "../throttles.ts";
import { usageStore } from "../usage.ts";
import { SqliteAdmission } from "./admission.ts";
import { openDatabase, sqliteDialect } from "./dialect.ts";
import { SQLITE_MIGRATIONS } from "./migrations.ts";

/** Opens the embedded store at a path, making the folder and the file where there are none. */
export async function openSqlite(path: string, { clock, plans }: StoreOptions): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(path) });
  try {
    // A folder of its own is its owner's alone: sessions and password hashes are in the file, its log and its backups.
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // A transaction holds the write lock from its start, which keeps every other opener out.
    await migrate(db, SQLITE_MIGRATIONS, clock.now(), async () => {});
    const limitsIn = limitsReader(plans);
    const session: Session = { db, limitsIn, now: async () => clock.now(), lockAccount: async () => {} };
    // Counters survive the end of the process; an fsync a batch, against loss of power, would cost a third of the speed.
    const admission = new SqliteAdmission(openDatabase(path, "NORMAL", 0), clock, limitsIn);
    return {
      dialect: "sqlite",
      admission,
      accounts: accountStore(session),
      keys: keyStore(session),
      usage: usageStore(session),
      throttles: throttleStore(session),
      notices: noticeStore(session),
      database: db,
      ready: () => answers(db),
      async close() {
        admission.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy().catch(() => {});
    if (error instanceof StoreError) throw error;
    throw new StoreError(`The embedded store cannot be opened at ${path}: ${messageOf(error)}`, { cause: error });
  }
}
