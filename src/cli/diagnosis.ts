import { existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf } from "../base/error-text.ts";
import { namesOf } from "../base/named-table.ts";
import { readSealed } from "../base/sealed-file.ts";
import { isoDay } from "../base/window.ts";
import { EDITION_NAMES, EDITIONS, type EditionName } from "../editions/table.ts";
import { openPlaces } from "../lookup/served.ts";
import { type Config, isPublic, LOOPBACK } from "../main/config.ts";
import { MAX_DESCRIPTORS } from "../main/descriptors.ts";
import { DATASETS } from "../main/paths.ts";
import { describeAddress } from "../store/address.ts";
import { inspectStore, type StoreState } from "../store/inspect.ts";
import { FIRST_VERSION } from "../store/migrate.ts";
import { NEWEST_VERSION } from "../store/migrations.ts";

/** The result of one check and what to do; `remedy` is null if nothing needs to be done. */
export interface Finding {
  readonly part: "settings" | "store" | "dataset" | "mail" | "clock" | "disk" | "limits";
  readonly state: "good" | "doubtful" | "bad";
  readonly text: string;
  readonly remedy: string | null;
}

const MAIL_TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_MS = 2_000;
const MIN_FREE_BYTES = 1_000_000_000;
const MIN_DESCRIPTORS = 4_096;
/** The publishers release a year's figures in the following summer. */
const OLD_AFTER_YEARS = 3;

type Outcome = Omit<Finding, "part">;

/** Checks everything that the service depends on. It writes only the row of the readiness test. Never rejects. */
export async function diagnose(config: Config, nowMs: number): Promise<readonly Finding[]> {
  const store = await inspectStore(config.DATABASE_URL).catch((error: unknown) => messageOf(error));
  const checks: Readonly<Record<Finding["part"], readonly Outcome[]>> = {
    settings: checkSettings(config),
    store: [checkStore(config, store)],
    dataset: EDITION_NAMES.map((name) => checkDataset(name, config, nowMs)),
    mail: [await checkMail(config)],
    clock: [checkClock(store, nowMs)],
    disk: await checkDisk(config),
    limits: checkLimits(),
  };
  return namesOf(checks).flatMap((part) => checks[part].map((outcome) => ({ part, ...outcome })));
}

function checkSettings(config: Config): readonly Outcome[] {
  const { BASE_URL, HOST, baseUrl, TRUST_PROXY, DATABASE_URL, SECRET, WEBHOOK_ALLOWED_NETWORKS } = config;
  const found: Outcome[] = [];
  const warn = (text: string, remedy: string) => found.push(doubtful(text, remedy));
  if (BASE_URL === undefined && !LOOPBACK.includes(HOST)) {
    warn(`emails and documents would point to ${baseUrl}`, "Set BASE_URL to the URL that users open.");
  }
  if (BASE_URL?.startsWith("http://") && isPublic(BASE_URL)) {
    const remedy = "Put a proxy with TLS in front and set BASE_URL to https://…";
    warn("BASE_URL is http: keys and passwords would be sent unencrypted", remedy);
  }
  if (BASE_URL?.startsWith("https://") && !TRUST_PROXY) {
    const remedy = "Set TRUST_PROXY=true if the proxy sets X-Forwarded-For.";
    warn("TLS ends at a proxy, but TRUST_PROXY is off: every client appears to have the proxy's address", remedy);
  }
  if (WEBHOOK_ALLOWED_NETWORKS !== null && isPublic(BASE_URL)) {
    const remedy = "Unset it unless every account holder may send requests to these networks.";
    warn(
      "WEBHOOK_ALLOWED_NETWORKS is set: account holders can make the service send requests to private networks",
      remedy,
    );
  }
  if (SECRET === undefined && DATABASE_URL.dialect === "sqlite") {
    const kept = join(dirname(DATABASE_URL.path), "secret");
    if (isOpenToOthers(kept)) found.push(bad(`${kept} can be read by others`, `chmod 600 ${kept}`));
  } else if (SECRET === undefined) {
    found.push(bad("SECRET is not set", "Set SECRET, the same on every node: `openssl rand -base64 48` creates one."));
  }
  return found.length > 0 ? found : [good("all good")];
}

function isOpenToOthers(path: string): boolean {
  return existsSync(path) && (statSync(path).mode & 0o077) !== 0;
}

function checkStore({ DATABASE_URL, BASE_URL }: Config, store: StoreState | string): Outcome {
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
  if (/certificate/i.test(failure)) {
    return "Name the authority that signed the server's certificate: sslrootcert=FILE in DATABASE_URL (docs/postgresql.md, TLS).";
  }
  return "Check that DATABASE_URL is correct and that the server runs and accepts connections from this machine.";
}

/** A file of the embedded store that other users can read; null if there is none. */
function openedFile(address: Config["DATABASE_URL"]): string | null {
  if (address.dialect !== "sqlite") return null;
  return ["", "-wal", "-shm"].map((suffix) => address.path + suffix).find(isOpenToOthers) ?? null;
}

function checkDataset(name: EditionName, config: Config, nowMs: number): Outcome {
  const { own, setting } = DATASETS[name];
  const { path, title } = EDITIONS[name];
  try {
    const { version, statistics } = readSealed(config[setting] ?? own, (bytes) => openPlaces(name, bytes)).content;
    const places = "cities" in statistics ? `${statistics.cities} cities` : `${statistics.places} places`;
    const text = `${path === "" ? "" : `${title} `}${statistics.data_year}, ${places} (${version})`;
    if (new Date(nowMs).getUTCFullYear() - statistics.data_year < OLD_AFTER_YEARS) return good(text);
    return doubtful(`${text} is old`, "Import the next data year: see docs/operations.md.");
  } catch (error) {
    return bad(
      messageOf(error),
      "Until the file is valid, the service serves the last good copy, or the program's own dataset. `safety dataset verify FILE` checks a file.",
    );
  }
}

async function checkMail({ SMTP_URL, MAIL_FROM }: Config): Promise<Outcome> {
  if (SMTP_URL === undefined) {
    return doubtful(
      "no mail server: links for sign-up and password reset go to the log",
      "Set SMTP_URL before others sign up.",
    );
  }
  if (MAIL_FROM.includes("@localhost"))
    return doubtful(`emails come from ${MAIL_FROM}`, "Set MAIL_FROM to one of your addresses.");
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return good(`the server accepts emails from ${MAIL_FROM}`);
  } catch (error) {
    return bad(`the server refuses: ${messageOf(error)}`, "Check the host, port, user, and password in SMTP_URL.");
  } finally {
    transport.close();
  }
}

/** Windows, expiry, and sign-in codes depend on the clock. */
function checkClock(store: StoreState | string, nowMs: number): Outcome {
  const shown = new Date(nowMs).toISOString();
  const remedy = "Synchronize the clock with NTP (`timedatectl set-ntp true`).";
  if (typeof store !== "string") {
    const { nowMs: storeMs, lastUsedAtMs, newestWindowMs } = store;
    const countingMs = storeMs ?? nowMs;
    if (newestWindowMs !== null && newestWindowMs > countingMs) {
      const start = isoDay(newestWindowMs);
      return bad(
        `requests are counted in a window that begins on ${start}: the clock was once ahead, or is behind now`,
        `Correct the clock, then run \`safety store repair-windows\`. Otherwise limits do not reset until ${start}.`,
      );
    }
    if (storeMs !== null && Math.abs(storeMs - nowMs) > CLOCK_TOLERANCE_MS) {
      return doubtful(`${Math.round((nowMs - storeMs) / 1_000)} s off PostgreSQL's clock, which decides`, remedy);
    }
    if (lastUsedAtMs !== null && lastUsedAtMs > countingMs + CLOCK_TOLERANCE_MS) {
      return doubtful(`${shown} is before the last counted request: the clock was once ahead`, remedy);
    }
  }
  return good(shown);
}

async function checkDisk(config: Config): Promise<readonly Outcome[]> {
  if (config.DATABASE_URL.dialect !== "sqlite") return [];
  const folder = dirname(config.DATABASE_URL.path);
  if (!existsSync(folder)) return [good(`${folder} is created at the next start`)];
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const text = `${(freeBytes / 1_000_000_000).toFixed(1)} GB free in ${folder}`;
  if (freeBytes >= MIN_FREE_BYTES) return [good(text)];
  return [bad(text, "Free disk space: on a full disk every request gets 503.")];
}

/** The limit of this command: that of a service started from the same shell, but not of a systemd unit. */
function checkLimits(): readonly Outcome[] {
  if (MAX_DESCRIPTORS === null || MAX_DESCRIPTORS >= MIN_DESCRIPTORS) return [];
  return [
    doubtful(
      `${MAX_DESCRIPTORS} file descriptors: each connection needs one, and at the limit new ones hang`,
      `Raise the limit: LimitNOFILE= in the unit, or ulimit -n ${MIN_DESCRIPTORS}.`,
    ),
  ];
}

function good(text: string): Outcome {
  return { state: "good", text, remedy: null };
}

function doubtful(text: string, remedy: string): Outcome {
  return { state: "doubtful", text, remedy };
}

function bad(text: string, remedy: string): Outcome {
  return { state: "bad", text, remedy };
}
