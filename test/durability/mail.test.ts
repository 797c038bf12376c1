import { expect, test } from "bun:test";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { SECRET } from "../support/command.ts";
import { FormClient, PASSWORD } from "../support/form-client.ts";
import { serveProgram } from "../support/served-program.ts";
import { stopAtEnd } from "../support/stop-at-end.ts";
import { DIALECTS, migratedStoreUrl, openTestStore } from "../support/stores.ts";
import { until } from "../support/until.ts";

test.each(DIALECTS)(
  "an email is sent again, and its link works, if its node is killed before it knows that the email was taken, on %s",
  async (dialect) => {
    const databaseUrl = await migratedStoreUrl(dialect);
    const store = await openTestStore(databaseUrl, { clock: { now: () => Date.now() } });
    const received: string[] = [];
    let isAnswering = false;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      onData(stream, _session, done) {
        text(stream).then((raw) => {
          received.push(raw);
          // The server has the email, and its sender never learns that.
          if (isAnswering) done();
        }, done);
      },
    });
    server.on("error", () => {});
    server.listen(0, "127.0.0.1");
    await once(server.server, "listening");
    stopAtEnd(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const address = server.server.address();
    if (address === null || typeof address === "string") throw new Error("the mail server has no port");
    const settings = {
      DATABASE_URL: databaseUrl,
      SECRET,
      SMTP_URL: `smtp://127.0.0.1:${address.port}`,
      LOG_LEVEL: "silent",
    };
    const first = await serveProgram(settings);
    await new FormClient(first.url).submit("/sign-up", { email: "alice@example.com", password: PASSWORD });
    await until("the email arrives", () => received.length === 1);
    await first.kill();
    expect(await store.outbox.unsent(9)).toMatchObject([{ kind: "confirm_email", attempts: 1, fault: null }]);

    isAnswering = true;
    const second = await serveProgram(settings);
    await store.database.updateTable("emails").set({ next_attempt_at: 0 }).execute();
    await until("the email is recorded as sent", async () => (await store.outbox.unsent(9)).length === 0);
    expect(received).toHaveLength(2);
    const [, path = ""] = /https?:\/\/[^/\s]+(\/confirm-email\?token=[\w.=-]+)/.exec(unfolded(received[1] ?? "")) ?? [];
    const client = new FormClient(second.url);
    const confirmed = await client.submit(path, { password: PASSWORD }, "/confirm-email");
    expect(confirmed.location).toBe("/dashboard?after=confirmed");
    await second.stop();
  },
);

/** Quoted-printable (RFC 2045, 6.7). */
function unfolded(raw: string): string {
  return raw
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
