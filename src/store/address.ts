import { StoreError } from "./error.ts";
import { type PostgresParameters, type PostgresTls, readParameters } from "./postgres/parameters.ts";

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

export interface PostgresAddress extends PostgresParameters {
  readonly dialect: "postgres";
  /** One or more, in the order in which they are tried. */
  readonly hosts: readonly [PostgresHost, ...PostgresHost[]];
  /** Missing values come from libpq's own variables, such as `PGPASSWORD`. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  /** If missing, `PGSSLMODE` decides. Without it, the connection is not encrypted. */
  readonly tls: PostgresTls | undefined;
}

const DEFAULT_PORT = 5432;
const POSTGRES_URL = /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;

/**
 * Parses `sqlite:PATH` or `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?PARAMETERS`. @throws StoreError whose
 * message follows the name of the setting and repeats nothing that may be secret.
 */
export function parseStoreAddress(text: string): StoreAddress {
  if (text.startsWith("sqlite:") && text.length > "sqlite:".length) {
    return { dialect: "sqlite", path: text.slice("sqlite:".length) };
  }
  if (!/^postgres(?:ql)?:\/\/./.test(text)) {
    throw new StoreError("must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE");
  }
  const [, authority, database = "", query = ""] = POSTGRES_URL.exec(text) ?? [];
  if (authority === undefined) throw new StoreError("has a # in it: write %23 instead");
  const parameters = readParameters(query);
  const at = authority.lastIndexOf("@");
  const [user = "", ...password] = authority.slice(0, Math.max(at, 0)).split(":");
  return {
    ...parameters.known,
    dialect: "postgres",
    hosts: hostsOf(parameters.host ?? authority.slice(at + 1), parameters.port),
    user: parameters.user ?? decoded(user),
    password: parameters.password ?? decoded(password.join(":")),
    database: decoded(database),
    tls: parameters.tls,
  };
}

/** The path or the hosts, to show to a person. Never a user or a password. */
export function describeAddress(address: StoreAddress): string {
  if (address.dialect === "sqlite") return `sqlite:${address.path}`;
  return `PostgreSQL at ${address.hosts.map(describeHost).join(", ")}`;
}

/** `HOST:PORT`. */
export function describeHost({ host, port }: PostgresHost): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Parses `db1,db2:5433,[::1]`. `ports` is the value of a parameter: one for all hosts, or one for each. */
function hostsOf(list: string, ports: string | undefined): PostgresAddress["hosts"] {
  const [first = "", ...others] = list.split(",");
  const given = ports?.split(",") ?? [];
  if (given.length > 1 && given.length !== others.length + 1) {
    throw new StoreError("has a different number of ports than hosts");
  }
  const hostOf = (name: string, index: number): PostgresHost => {
    const [, bracketed, plain = "", port] = /^(?:\[([^\]]+)\]|([^:[\]]*))(?::(\d*))?$/.exec(name) ?? [];
    if (bracketed === undefined && plain === "" && name !== "") {
      throw new StoreError("has an invalid host; IPv6 addresses must be in brackets, and / ? # @ : must be encoded");
    }
    const host = bracketed ?? decoded(plain) ?? "localhost";
    return { host, port: portOf(given[index] ?? given[0] ?? port) };
  };
  return [hostOf(first, 0), ...others.map((name, index) => hostOf(name, index + 1))];
}

function portOf(text: string | undefined): number {
  if (text === undefined || text === "") return DEFAULT_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new StoreError("has a port that is not a number from 1 to 65535");
}

/** Undefined for an empty value. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text) || undefined;
  } catch {
    throw new StoreError("has a % that is not part of an encoded character: write %25 for a percent sign");
  }
}
