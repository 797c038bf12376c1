import type { ClientConfig } from "pg";
import type { parse, toClientConfig } from "pg-connection-string";
import { errorCode, messageOf } from "../base/error-text.ts";
import { StoreError } from "./error.ts";

/** The address of a store, parsed from `DATABASE_URL`. */
export type StoreAddress = SqliteAddress | PostgresAddress;

export interface SqliteAddress {
  readonly dialect: "sqlite";
  readonly path: string;
}

export interface PostgresHost {
  /** A name, an IP address, or the directory of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

export interface PostgresAddress {
  readonly dialect: "postgres";
  /** One or more, in the order in which they are tried. */
  readonly hosts: readonly [PostgresHost, ...PostgresHost[]];
  /** The driver's settings for all hosts. Missing ones come from libpq's variables, such as `PGPASSWORD`. */
  readonly connection: Readonly<ClientConfig>;
  /** Whether the server keeps admission's prepared statements. If missing: only if there is no pooler in between. */
  readonly preparedStatements: boolean | undefined;
  /** How libpq encrypts the same connection, by its own variables, such as `PGSSLMODE`. */
  readonly libpqTls: Readonly<Record<string, string>>;
}

/** The same address as variables of libpq, for `psql` and `pg_dump`. They include the password. */
export function libpqVariables({ hosts, connection, libpqTls }: PostgresAddress): Readonly<Record<string, string>> {
  const { user, database, password, options } = connection;
  const known = { PGUSER: user, PGDATABASE: database, PGOPTIONS: options, PGPASSWORD: password };
  return {
    PGHOST: hosts.map(({ host }) => host).join(","),
    PGPORT: hosts.map(({ port }) => port).join(","),
    ...Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))),
    ...libpqTls,
    ...(hosts.length > 1 ? { PGTARGETSESSIONATTRS: "read-write" } : {}),
  };
}

/** Parses `sqlite:PATH` or `postgres://USER:PASSWORD@HOST:PORT,…/DATABASE?…`. @throws StoreError, without secrets */
export function parseStoreAddress(text: string): StoreAddress {
  if (/^sqlite:./.test(text)) return { dialect: "sqlite", path: text.slice("sqlite:".length) };
  if (!/^postgres(?:ql)?:\/\/./.test(text)) {
    throw new StoreError("must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE");
  }
  return parsePostgresUrl(text);
}

/** The path or the hosts, to show to a person. Never a user or a password. */
export function describeAddress(address: StoreAddress): string {
  if (address.dialect === "sqlite") return `sqlite:${address.path}`;
  return `PostgreSQL at ${address.hosts.map(describeHost).join(", ")}`;
}

export function describeHost({ host, port }: PostgresHost): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** The known parameters, and their values if there are few. Every request writes, so only a primary will do. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  ...{ application_name: [], host: [], options: [], password: [], port: [], user: [] },
  ...{ sslcert: [], sslkey: [], sslrootcert: [], ssl: ["true", "false"], sslnegotiation: ["postgres", "direct"] },
  sslmode: ["disable", "no-verify", "prefer", "require", "verify-ca", "verify-full"],
  connect_timeout: Array.from({ length: 60 }, (_, index) => String(index + 1)),
  prepared_statements: ["true", "false"],
  target_session_attrs: ["read-write", "primary"],
};
/** Read here, not by the driver. `ssl` and `sslmode` become one `sslmode`. */
const OURS = ["connect_timeout", "host", "port", "prepared_statements", "ssl", "target_session_attrs"];
const POSTGRES_URL = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;

function parsePostgresUrl(text: string): PostgresAddress {
  const [, login = "", hosts, database = "", query = ""] = POSTGRES_URL.exec(text) ?? [];
  if (hosts === undefined) throw new StoreError("has a # in it: write %23 instead");
  const given = readParameters(query);
  const prepared = given.get("prepared_statements");
  try {
    return {
      dialect: "postgres",
      hosts: hostsOf(given.get("host") ?? hosts, given.get("port")?.split(",") ?? []),
      connection: connectionOf(login, decodeURIComponent(database), given),
      preparedStatements: prepared === null ? undefined : prepared === "true",
      libpqTls: libpqTlsOf(given),
    };
  } catch (error) {
    if (error instanceof URIError) {
      throw new StoreError("has a % that is not part of an encoded character: write %25 for a percent sign");
    }
    if (errorCode(error) === undefined) throw error;
    throw new StoreError(`names a certificate that cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/** A password that contains a question mark would end up here, so an error repeats only what looks like a name. */
function readParameters(query: string): URLSearchParams {
  const given = new URLSearchParams(query);
  for (const [name, value] of given) {
    const values = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    if (values === undefined) {
      const which = /^[a-z_]{1,40}$/.test(name) ? `the unknown parameter ${name}` : "an unknown parameter";
      const known = Object.keys(PARAMETERS).join(", ");
      throw new StoreError(`has ${which}; known are ${known}, and write a ? in a password as %3F`);
    }
    const allowed = values.length > 10 ? `${values[0]} to ${values.at(-1)}` : values.join(", ");
    if (allowed && !values.includes(value)) throw new StoreError(`has a ${name} that is not one of ${allowed}`);
  }
  if (given.has("sslcert") !== given.has("sslkey")) throw new StoreError("needs both sslcert and sslkey");
  if (given.get("sslmode") === "verify-ca" && !given.has("sslrootcert")) {
    throw new StoreError("needs sslrootcert with sslmode=verify-ca: any server with a public certificate would pass");
  }
  return given;
}

/** libpq accepts any server with `prefer` and `require`. Here both mean `verify-full`, as does a certificate alone. */
function sslModeOf(given: URLSearchParams): string | null {
  const mode = given.get("sslmode") ?? (given.get("ssl") === "false" ? "disable" : null);
  if (mode === null) return given.has("ssl") || given.has("sslrootcert") ? "verify-full" : null;
  return mode === "prefer" || mode === "require" ? "verify-full" : mode;
}

function libpqTlsOf(given: URLSearchParams): Readonly<Record<string, string>> {
  const mode = sslModeOf(given);
  const values = [
    ["PGSSLMODE", mode === "no-verify" ? "require" : mode],
    ...["sslrootcert", "sslcert", "sslkey"].map((name) => [`PG${name.toUpperCase()}`, given.get(name)] as const),
  ] as const;
  return Object.fromEntries(values.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** The library reads only one host, and only simple names of databases. */
function connectionOf(login: string, database: string, given: URLSearchParams): ClientConfig {
  decodeURIComponent(login);
  const known = new URLSearchParams([...given].filter(([name]) => !OURS.includes(name)));
  const sslmode = sslModeOf(given);
  if (sslmode !== null) known.set("sslmode", sslmode);
  // The authorities that the runtime trusts anyway.
  if (known.get("sslrootcert") === "system") known.delete("sslrootcert");
  const url = `postgres://${login}@host?${known.toString().replaceAll("+", "%20")}`;
  // Loaded here, because an embedded store does not need it.
  const library: { readonly parse: typeof parse; readonly toClientConfig: typeof toClientConfig } =
    require("pg-connection-string");
  const connection = library.toClientConfig(library.parse(url, { useLibpqCompat: sslmode === "verify-ca" }));
  const timeoutS = Number(given.get("connect_timeout") ?? 2);
  const ours = { connectionTimeoutMillis: timeoutS * 1_000, keepAlive: true, ...(database === "" ? {} : { database }) };
  return { application_name: "safety", ...connection, ...ours };
}

/** Parses `db1,db2:5433,[::1]`. `ports` is the value of a parameter: one for all hosts, or one for each. */
function hostsOf(list: string, ports: readonly string[]): PostgresAddress["hosts"] {
  const names = list.split(",");
  if (ports.length > 1 && ports.length !== names.length) {
    throw new StoreError("has a different number of ports than hosts");
  }
  const hosts = names.map((name, index) => {
    const url = URL.parse(`postgres://${name.startsWith("/") ? encodeURIComponent(name) : name}`);
    const port = Number((ports[index] ?? ports[0] ?? url?.port) || 5432);
    if (url === null || !(Number.isInteger(port) && port >= 1 && port <= 65_535)) {
      throw new StoreError("has an invalid host or port: IPv6 addresses must be in brackets, / ? # @ : encoded");
    }
    return { host: decodeURIComponent(url.hostname.replaceAll(/^\[|\]$/g, "")) || "localhost", port };
  });
  const [first = { host: "localhost", port: 5432 }, ...others] = hosts;
  return [first, ...others];
}
