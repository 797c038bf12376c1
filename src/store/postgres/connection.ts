import { readFileSync } from "node:fs";
import pg from "pg";
import { messageOf } from "../../domain/message.ts";
import type { PostgresAddress, PostgresHost } from "../address.ts";
import { StoreError } from "../error.ts";
import type { PostgresTls } from "./parameters.ts";

/**
 * The driver's configuration for a connection to one of the hosts. @throws StoreError if a certificate cannot be read.
 */
export function connectionConfig(address: PostgresAddress, { host, port }: PostgresHost): pg.ClientConfig {
  const { user, password, database, tls, serverOptions, applicationName, connectTimeoutMs } = address;
  return {
    host,
    port,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: applicationName,
    types: { getTypeParser },
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(database === undefined ? {} : { database }),
    ...(serverOptions === undefined ? {} : { options: serverOptions }),
    ...(tls === undefined ? {} : tlsConfig(tls)),
  };
}

function tlsConfig({ mode, rootCertPath, certPath, keyPath, direct }: PostgresTls): pg.ClientConfig {
  if (mode === "disable") return { ssl: false };
  return {
    ssl: {
      rejectUnauthorized: mode !== "no-verify",
      ...(mode === "verify-ca" ? { checkServerIdentity: () => undefined } : {}),
      ...(rootCertPath === undefined ? {} : { ca: pem("sslrootcert", rootCertPath) }),
      ...(certPath === undefined ? {} : { cert: pem("sslcert", certPath) }),
      ...(keyPath === undefined ? {} : { key: pem("sslkey", keyPath) }),
    },
    ...(direct ? { sslnegotiation: "direct" } : {}),
  };
}

function pem(parameter: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new StoreError(`${parameter} of DATABASE_URL cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/** The type of `bigint[]`, which the driver does not name. */
const INT8_ARRAY = 1_016;

/** Counters and times fit in a number. */
function getTypeParser(oid: number, format?: "text" | "binary") {
  if (oid === INT8_ARRAY) return numbersOf;
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);
}

/** The numbers in PostgreSQL's text for a `bigint[]` without nulls, such as `{1,2}`. */
function numbersOf(text: string): number[] {
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(Number);
}
