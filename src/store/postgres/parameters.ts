import { StoreError } from "../error.ts";

/** How connections are encrypted. */
export interface PostgresTls {
  /**
   * `verify-full` checks the certificate and its host name, `verify-ca` only the certificate, `no-verify` neither;
   * `disable` does not encrypt.
   */
  readonly mode: "disable" | "no-verify" | "verify-ca" | "verify-full";
  /** Paths of PEM files: the authority that signed the server's certificate, and the client's certificate and key. */
  readonly rootCertPath: string | undefined;
  readonly certPath: string | undefined;
  readonly keyPath: string | undefined;
  /** Whether to start TLS directly, without the request that servers before PostgreSQL 17 need. */
  readonly direct: boolean;
}

/** Parameters after the question mark that are passed on. */
export interface PostgresParameters {
  readonly applicationName: string;
  /** Timeout for a connection, for each host. */
  readonly connectTimeoutMs: number;
  /** Startup options for the server, such as `-c search_path=safety`. A pooler refuses them. */
  readonly serverOptions: string | undefined;
  /** Whether the server keeps admission's prepared statements. If missing: only if there is no pooler in between. */
  readonly preparedStatements: boolean | undefined;
}

interface AddressParameters {
  readonly known: PostgresParameters;
  readonly tls: PostgresTls | undefined;
  /** Replaces the part before the question mark. */
  readonly host: string | undefined;
  readonly port: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

const DEFAULT_CONNECT_TIMEOUT_S = 2;

/** The modes of libpq. libpq accepts any server with `prefer` and `require`; here both mean `verify-full`. */
const TLS_MODES: Readonly<Record<string, PostgresTls["mode"]>> = {
  disable: "disable",
  "no-verify": "no-verify",
  "verify-ca": "verify-ca",
  prefer: "verify-full",
  require: "verify-full",
  "verify-full": "verify-full",
};

const NAMES = [
  "application_name",
  "connect_timeout",
  "host",
  "options",
  "password",
  "port",
  "prepared_statements",
  "ssl",
  "sslcert",
  "sslkey",
  "sslmode",
  "sslnegotiation",
  "sslrootcert",
  "target_session_attrs",
  "user",
] as const;
type Name = (typeof NAMES)[number];

/** Parses the part after the question mark. @throws StoreError for an unknown parameter or value. */
export function readParameters(query: string): AddressParameters {
  const given = new Map<Name, string>();
  for (const [name, value] of new URLSearchParams(query)) given.set(knownName(name), value);
  requireWritable(given.get("target_session_attrs"));
  return {
    known: {
      applicationName: given.get("application_name") ?? "safety",
      connectTimeoutMs: connectTimeoutMs(given.get("connect_timeout")),
      serverOptions: given.get("options"),
      preparedStatements: flagOf("prepared_statements", given.get("prepared_statements")),
    },
    tls: tlsOf(given),
    host: given.get("host"),
    port: given.get("port"),
    user: given.get("user"),
    password: given.get("password"),
  };
}

/** A password that contains a question mark would end up here, so an error repeats only what looks like a name. */
function knownName(name: string): Name {
  const known = NAMES.find((candidate) => candidate === name);
  if (known !== undefined) return known;
  if (name === "channel_binding") {
    throw new StoreError(
      "has the parameter channel_binding, which is not supported: sslmode=verify-full gives the same protection",
    );
  }
  const which = /^[a-z_]{1,40}$/.test(name) ? `the unknown parameter ${name}` : "an unknown parameter";
  throw new StoreError(`has ${which}; known are ${NAMES.join(", ")}, and write a ? in a password as %3F`);
}

/** Every request writes to the store, so the chosen server must accept writes. */
function requireWritable(attributes: string | undefined): void {
  if (attributes === undefined || attributes === "read-write" || attributes === "primary") return;
  throw new StoreError("has a target_session_attrs other than read-write: every request writes to the store");
}

function connectTimeoutMs(text: string | undefined): number {
  const seconds = text === undefined ? DEFAULT_CONNECT_TIMEOUT_S : Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 60) return seconds * 1_000;
  throw new StoreError("has a connect_timeout that is not a number of seconds from 1 to 60");
}

function flagOf(name: Name, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === "true" || text === "false") return text === "true";
  throw new StoreError(`has ${name} with a value other than true or false`);
}

function tlsOf(given: ReadonlyMap<Name, string>): PostgresTls | undefined {
  const rootCertPath = given.get("sslrootcert");
  const [certPath, keyPath] = [given.get("sslcert"), given.get("sslkey")];
  if ((certPath === undefined) !== (keyPath === undefined)) throw new StoreError("needs both sslcert and sslkey");
  const direct = directOf(given.get("sslnegotiation"));
  const mode = modeOf(given);
  if (mode === undefined) return undefined;
  if (mode === "verify-ca" && rootCertPath === undefined) {
    throw new StoreError(
      "needs sslrootcert with sslmode=verify-ca: otherwise any server with a public certificate would pass",
    );
  }
  // libpq's name for the authorities that the system trusts; here, an undefined path means the same.
  return { mode, rootCertPath: rootCertPath === "system" ? undefined : rootCertPath, certPath, keyPath, direct };
}

function modeOf(given: ReadonlyMap<Name, string>): PostgresTls["mode"] | undefined {
  const sslmode = given.get("sslmode");
  if (sslmode !== undefined) {
    const mode = TLS_MODES[sslmode];
    if (mode !== undefined) return mode;
    throw new StoreError(`has an unknown sslmode: it must be one of ${Object.keys(TLS_MODES).join(", ")}`);
  }
  const ssl = flagOf("ssl", given.get("ssl"));
  if (ssl !== undefined) return ssl ? "verify-full" : "disable";
  const wanted = (["sslrootcert", "sslcert", "sslnegotiation"] as const).some((name) => given.has(name));
  return wanted ? "verify-full" : undefined;
}

function directOf(negotiation: string | undefined): boolean {
  if (negotiation === undefined || negotiation === "postgres") return false;
  if (negotiation === "direct") return true;
  throw new StoreError("has an sslnegotiation other than postgres or direct");
}
