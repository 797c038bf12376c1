import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/main/config.ts";
import { type RunningServer, startServer } from "../../src/main/serve.ts";
import { type MailSink, startMailSink } from "./mail-sink.ts";

/** The whole program on a random port, with a store of its own and a mail server that keeps the letters. */
export interface ServedSite {
  readonly url: string;
  readonly databaseUrl: string;
  readonly mail: MailSink;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const SECRET = "a secret for the tests alone, forty characters";

export async function serveSite(environment: Environment = {}): Promise<ServedSite> {
  const folder = mkdtempSync(join(tmpdir(), "safety-site-"));
  const mail = await startMailSink();
  const databaseUrl = environment["DATABASE_URL"] ?? `sqlite:${join(folder, "store.sqlite")}`;
  const result = readConfig({
    PORT: "0",
    LOG_LEVEL: "error",
    SMTP_URL: mail.url,
    SECRET,
    ...environment,
    DATABASE_URL: databaseUrl,
  });
  if (!result.ok) throw new Error(result.complaints.join("\n"));
  const server: RunningServer = await startServer({ config: result.config, sharePort: false });
  return {
    url: server.url,
    databaseUrl,
    mail,
    async stop() {
      await server.stop();
      await mail.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
