import { Database } from "bun:sqlite";
import { readConfig } from "../../src/main/config.ts";
import { startServer } from "../../src/main/start-server.ts";
import type { DialectName } from "../../src/store/store.ts";
import { type MailSink, startMailSink } from "./mail-sink.ts";
import { awayFromMidnight } from "./midnight.ts";
import { query } from "./postgres.ts";
import { stopAtEnd } from "./stop-at-end.ts";
import { migratedStoreUrl } from "./stores.ts";

/** The whole program on a random port, with its own store and a mail server that keeps the emails. */
export interface ServedSite {
  readonly url: string;
  readonly databaseUrl: string;
  readonly mail: MailSink;
  /** Changes or reads the store directly, to simulate past time or usage. */
  sql(statement: string): Promise<readonly Record<string, unknown>[]>;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** Signs the cookies and links of served sites. */
export const SECRET = "a secret for the tests alone, forty characters";

let shared: Promise<ServedSite> | undefined;

/**
 * The site that the files of a process share whose tests leave nothing behind in it but accounts under addresses of their
 * own. It ends with the process.
 */
export function sharedSite(): Promise<Pick<ServedSite, "url" | "databaseUrl">> {
  shared ??= startSite("sqlite", {});
  return shared;
}

/** Stops at the end of the test or file. `environment` adds settings; with `DATABASE_URL` the site uses an existing store. */
export async function serveSite(dialect: DialectName = "sqlite", environment: Environment = {}): Promise<ServedSite> {
  const site = await startSite(dialect, environment);
  stopAtEnd(site.stop);
  return site;
}

async function startSite(dialect: DialectName, environment: Environment): Promise<ServedSite> {
  await awayFromMidnight();
  const mail = await startMailSink();
  const databaseUrl = environment["DATABASE_URL"] ?? (await migratedStoreUrl(dialect));
  const config = readConfig({
    PORT: "0",
    LOG_LEVEL: "error",
    SMTP_URL: mail.url,
    SECRET,
    ...environment,
    DATABASE_URL: databaseUrl,
  });
  // Tests wait for many emails.
  const server = await startServer(config, { emailsMs: 50, webhooksMs: 50 });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= server.stop().then(() => mail.close()));
  return {
    url: server.url,
    databaseUrl,
    mail,
    sql: (statement) => (dialect === "postgres" ? query(databaseUrl, statement) : queryFile(databaseUrl, statement)),
    stop,
  };
}

async function queryFile(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const database = new Database(url.slice("sqlite:".length));
  try {
    database.run("PRAGMA busy_timeout = 60000");
    return database.query<Record<string, unknown>, []>(statement).all();
  } finally {
    database.close();
  }
}
