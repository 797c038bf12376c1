import type { Transporter } from "nodemailer";
import { Lazy } from "../domain/lazy.ts";
import type { Log } from "../domain/log.ts";

export interface Email {
  readonly to: string;
  readonly subject: string;
  /** Plain text; a link stands alone on its line. */
  readonly text: string;
}

export interface MailSettings {
  /** `smtp://…` or `smtps://…`; without it emails go to the log. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
}

export interface Mailer {
  /** False: emails go to the server's log, and the pages say so. */
  readonly delivers: boolean;
  /** Hands an email over; resolves to false when the mail server did not take it. Never rejects. */
  send(email: Email): Promise<boolean>;
  /** Waits for the emails that are on their way. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;

export function createMailer({ smtpUrl, from }: MailSettings, log: Log): Mailer {
  if (smtpUrl === undefined) return createLogMailer(log);
  const transport = new Lazy(() => connect(smtpUrl, from));
  const pending = new Set<Promise<boolean>>();
  const deliver = async (email: Email): Promise<boolean> => {
    try {
      const headers = { "Auto-Submitted": "auto-generated" };
      await withTimeout((await transport.get()).sendMail({ ...email, headers }));
      return true;
    } catch (error) {
      log.error({ err: error, subject: email.subject }, "The mail server did not take an email");
      return false;
    }
  };
  return {
    delivers: true,
    send(email) {
      const delivery = deliver(email);
      pending.add(delivery);
      delivery.finally(() => pending.delete(delivery));
      return delivery;
    },
    async close() {
      await Promise.all(pending);
      (await transport.loaded)?.close();
    },
  };
}

/** The library is loaded with the first email. */
async function connect(smtpUrl: string, from: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  // A name or file from an email's content is never fetched.
  return createTransport(smtpUrl, { from, disableFileAccess: true, disableUrlAccess: true });
}

/** Without a mail server the operator reads the emails, links included, in the log. */
function createLogMailer(log: Log): Mailer {
  return {
    delivers: false,
    async send(email) {
      // By itself, so that it can be copied: in the text it is followed by an escaped line break.
      const link = /^https?:\S+$/m.exec(email.text)?.[0];
      log.info({ mail: { link, ...email } }, "No mail server is configured (SMTP_URL): the email is here");
      return true;
    },
    async close() {},
  };
}

async function withTimeout(work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
