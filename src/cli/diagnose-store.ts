import { type Config, isPublic } from "../main/config.ts";
import { describeAddress } from "../store/address.ts";
import type { StoreState } from "../store/inspect.ts";
import { FIRST_VERSION } from "../store/migrate.ts";
import { NEWEST_VERSION } from "../store/migrations.ts";
import { alterRole, UTF8 } from "../store/postgres/session.ts";
import { certificateAdvice } from "./certificate-advice.ts";
import { bad, doubtful, good, isOpenToOthers, type Outcome } from "./finding.ts";

export function checkStore({ DATABASE_URL, BASE_URL }: Config, store: StoreState | string): Outcome {
  if (typeof store === "string") {
    return bad(`cannot be reached: ${store}`, adviceOn(store, DATABASE_URL));
  }
  const { version, server } = store;
  if (server?.fault != null) return bad(server.fault, "Without it requests get 503.");
  const where = `${describeAddress(DATABASE_URL)}${server?.isPooled ? " through a pooler" : ""}`;
  if (version > NEWEST_VERSION) {
    return bad(
      `${where} has tables of version ${version}; this program supports ${NEWEST_VERSION}`,
      "Start the newer version of the program that created them.",
    );
  }
  if (version > 0 && version < FIRST_VERSION) {
    return bad(
      `${where} has tables of version ${version}, from before the first release: the next start refuses them`,
      "Start version 1.0.0 once to migrate them.",
    );
  }
  if (store.writableHosts.length > 1) {
    return bad(
      `more than one host accepts writes: ${store.writableHosts.join(" and ")}`,
      "Stop the one that was the primary before: see docs/high-availability.md.",
    );
  }
  if (server?.isPooled && store.hasOldSettings) {
    return bad(
      `${where}: the pooler's connections have settings from before the last ALTER ROLE`,
      "Restart the pooler, or run RECONNECT in PgBouncer's console.",
    );
  }
  const [unsuitable] = server?.unsuitable ?? [];
  if (unsuitable !== undefined) {
    return bad(
      `${where}: ${unsuitable} has another value than the service needs, and it cannot set it through a pooler`,
      `${alterRole(unsuitable)} for the role of DATABASE_URL, then restart the pooler: see docs/postgresql.md.`,
    );
  }
  if (server !== null && server.encoding !== UTF8) {
    return bad(
      `${where}: the database has the encoding ${server.encoding}, so names with other characters cannot be stored`,
      "Create a database with ENCODING 'UTF8', and move the data with pg_dump and pg_restore: see docs/postgresql.md.",
    );
  }
  if (version === 0 && !store.mayCreateTables) {
    return bad(
      `${where}: the role of DATABASE_URL may not create tables in the database`,
      "Make it the owner (ALTER DATABASE … OWNER TO …), or run `safety store migrate` as the owner: see docs/postgresql.md.",
    );
  }
  if (server?.isPooled && !server.limitsStatements) {
    return doubtful(
      `${where}: the server has no statement timeout`,
      "ALTER ROLE … SET statement_timeout = '2500ms' for the role of DATABASE_URL: see docs/postgresql.md.",
    );
  }
  const opened = openedFile(DATABASE_URL);
  if (opened !== null) {
    return bad(`${opened} can be read by others: it contains hashes, addresses, and sessions`, `chmod 600 ${opened}`);
  }
  if (store.fault !== null) {
    const remedy =
      server === null
        ? "On a full or read-only disk, make room or mount it writable. If the file is damaged, stop the service and restore the newest backup: see docs/operations.md, Restore."
        : "If it waits for a synchronous standby, start the standby or change synchronous_standby_names: see docs/high-availability.md.";
    return bad(`${where}: ${store.fault}`, remedy);
  }
  if (!store.hasAccounts && isPublic(BASE_URL)) {
    return bad(
      `${where}: the store has no accounts, so every key is refused and /readyz returns 503`,
      "Check DATABASE_URL, or create the first account: safety key create --email you@example.com --type test",
    );
  }
  if (version === NEWEST_VERSION) return good(`${where}, tables of version ${version}`);
  const what = version === 0 ? "no tables yet" : `tables of version ${version} of ${NEWEST_VERSION}`;
  return good(`${where}, ${what}: the next start migrates them`);
}

function adviceOn(failure: string, { dialect }: Config["DATABASE_URL"]): string {
  if (dialect === "sqlite") {
    if (/malformed|not a database|corrupt/i.test(failure)) {
      return "The file is damaged. Stop the service and restore the newest backup: see docs/operations.md, Restore.";
    }
    return "Check the path in DATABASE_URL, its permissions, and that the disk is writable and not full.";
  }
  return (
    certificateAdvice(failure, {
      authority:
        "Name the authority that signed the server's certificate: sslrootcert=FILE in DATABASE_URL (docs/postgresql.md, TLS).",
      name: "Write a name of the certificate in DATABASE_URL, or sslmode=verify-ca (docs/postgresql.md, TLS).",
    }) ?? "Check that DATABASE_URL is correct and that the server runs and accepts connections from this machine."
  );
}

/** A file of the embedded store that other users can read; null if there is none. */
function openedFile(address: Config["DATABASE_URL"]): string | null {
  if (address.dialect !== "sqlite") return null;
  return ["", "-wal", "-shm"].map((suffix) => address.path + suffix).find(isOpenToOthers) ?? null;
}
