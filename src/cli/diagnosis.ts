import { existsSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { messageOf } from "../base/error-text.ts";
import { namesOf } from "../base/named-table.ts";
import { readSealed } from "../base/sealed-file.ts";
import { isoDay } from "../base/window.ts";
import { EDITION_NAMES, EDITIONS, type EditionName } from "../editions/table.ts";
import { openPlaces } from "../lookup/served.ts";
import { type Config, isPublic, LOOPBACK } from "../main/config.ts";
import { COUNTRY } from "../main/country.ts";
import { MAX_DESCRIPTORS } from "../main/descriptors.ts";
import { DATASETS } from "../main/paths.ts";
import { givenSecret, secretDigest, secretFile } from "../main/secret.ts";
import { inspectStore, type StoreState } from "../store/inspect.ts";
import { certificateAdvice } from "./certificate-advice.ts";
import { checkStore } from "./diagnose-store.ts";
import { bad, doubtful, type Finding, good, isOpenToOthers, type Outcome } from "./finding.ts";

const MAIL_TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_MS = 2_000;
const MIN_FREE_BYTES = 1_000_000_000;
/** All downloads of two datasets: the former ones stay until the next replacement. */
const MIN_DOWNLOADS_BYTES = 300_000_000;
const MIN_DESCRIPTORS = 4_096;
/** The publishers release a year's figures in the following summer. */
const OLD_AFTER_YEARS = 3;

/** Checks everything that the service depends on. It writes only the row of the readiness test. Never rejects. */
export async function diagnose(config: Config, nowMs: number): Promise<readonly Finding[]> {
  const store = await inspectStore(config.DATABASE_URL).catch((error: unknown) => messageOf(error));
  const checks: Readonly<Record<Finding["part"], readonly Outcome[]>> = {
    settings: await checkSettings(config, store),
    store: [checkStore(config, store)],
    dataset: EDITION_NAMES.map((name) => checkDataset(name, config, nowMs)),
    mail: [await checkMail(config), ...checkUnsent(store)],
    clock: [checkClock(store, nowMs)],
    disk: [...(await checkDisk(config)), await checkDownloads()],
    limits: checkLimits(),
  };
  return namesOf(checks).flatMap((part) => checks[part].map((outcome) => ({ part, ...outcome })));
}

async function checkSettings(config: Config, store: StoreState | string): Promise<readonly Outcome[]> {
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
    const kept = secretFile(DATABASE_URL.path);
    if (isOpenToOthers(kept)) found.push(bad(`${kept} can be read by others`, `chmod 600 ${kept}`));
  } else if (SECRET === undefined) {
    found.push(bad("SECRET is not set", "Set SECRET, the same on every node: `openssl rand -base64 48` creates one."));
  }
  const digest = typeof store === "string" ? null : store.secretDigest;
  if (digest !== null) found.push(...(await compareSecret(config, digest)));
  return found.length > 0 ? found : [good("all good")];
}

/** The digest is that of the newest node of the store. */
async function compareSecret(config: Config, digest: string): Promise<readonly Outcome[]> {
  const secret = await givenSecret(config).catch(() => null);
  if (secret === null && config.DATABASE_URL.dialect === "postgres") return [];
  if (secret === null) {
    const remedy = "Run commands with SECRET_FILE and the path of the service's secret.";
    return [doubtful("the service has a SECRET that this command has not: `safety webhook` would refuse", remedy)];
  }
  if (secretDigest(secret) === digest) return [];
  const remedy = "Set the same SECRET on every node and restart, and run commands with it.";
  return [bad("SECRET is not that of the service: its sessions and webhooks would stop working", remedy)];
}

function checkDataset(name: EditionName, config: Config, nowMs: number): Outcome {
  const { own, setting } = DATASETS[name];
  const { path, title } = EDITIONS[name];
  try {
    const { version, statistics } = readSealed(config[setting] ?? own, (file) =>
      openPlaces(name, file, COUNTRY),
    ).content;
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
    const fault = messageOf(error);
    return bad(`the server refuses: ${fault}`, mailAdvice(fault));
  } finally {
    transport.close();
  }
}

function mailAdvice(fault: string): string {
  return (
    certificateAdvice(fault, {
      authority:
        "Name its authority in NODE_EXTRA_CA_CERTS=FILE. For a relay on this machine or a private network, SMTP_URL may end in ?ignoreTLS=true, which does not encrypt.",
      name: "Write a name of the server's certificate in SMTP_URL.",
    }) ?? "Check the host, port, user, and password in SMTP_URL."
  );
}

function checkUnsent(store: StoreState | string): readonly Outcome[] {
  if (typeof store === "string") return [];
  const { waiting, failing, givenUp } = store.emails;
  if (failing + givenUp === 0) {
    return waiting === 0 ? [] : [good(`${waiting === 1 ? "1 email waits" : `${waiting} emails wait`} to be sent`)];
  }
  return [
    doubtful(
      `${failing} emails wait after a failure, and ${givenUp} were given up`,
      "`safety mail list` says why, and `safety mail retry --all` sends them now.",
    ),
  ];
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
  const { bytes, text } = await freeSpace(folder);
  if (bytes >= MIN_FREE_BYTES) return [good(text)];
  return [bad(text, "Free disk space: on a full disk every request gets 503.")];
}

/** The folder where downloads are made, by the environment of this command. */
async function checkDownloads(): Promise<Outcome> {
  const folder = tmpdir();
  const remedy = "Set TMPDIR to a folder that the service may write to. Without it, downloads get an error.";
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    const { bytes, text } = await freeSpace(folder);
    if (bytes >= MIN_DOWNLOADS_BYTES) return good(`${text}, for downloads`);
    return doubtful(`${text}, too little for downloads`, "Free disk space, or set TMPDIR to another folder.");
  } catch (error) {
    return bad(`downloads cannot be made in ${folder}: ${messageOf(error)}`, remedy);
  }
}

async function freeSpace(folder: string): Promise<{ readonly bytes: number; readonly text: string }> {
  const { bavail, bsize } = await statfs(folder);
  const bytes = bavail * bsize;
  return { bytes, text: `${(bytes / 1_000_000_000).toFixed(1)} GB free in ${folder}` };
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
