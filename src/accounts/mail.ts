import { createTransport } from "nodemailer";
import type { Log } from "../domain/log.ts";

export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** Plain text; a link stands alone on its line. */
  readonly text: string;
}

export interface MailSettings {
  /** `smtp://…` or `smtps://…`; without it letters go to the log. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
}

export interface Mailer {
  /** False: letters go to the server's log, and the pages say so. */
  readonly delivers: boolean;
  /** Hands a letter over; resolves to false when the mail server did not take it. Never rejects. */
  send(letter: Letter): Promise<boolean>;
  /** Waits for the letters that are on their way. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;

export function createMailer(settings: MailSettings, log: Log): Mailer {
  if (settings.smtpUrl === undefined) return createLogMailer(log);
  const transport = createTransport(settings.smtpUrl, {
    from: settings.from,
    // A name or file from a letter's content is never fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const pending = new Set<Promise<boolean>>();
  const deliver = async (letter: Letter): Promise<boolean> => {
    try {
      await withTimeout(transport.sendMail({ ...letter, headers: { "Auto-Submitted": "auto-generated" } }));
      return true;
    } catch (error) {
      log.error({ err: error, subject: letter.subject }, "The mail server did not take a letter");
      return false;
    }
  };
  return {
    delivers: true,
    send(letter) {
      const delivery = deliver(letter);
      pending.add(delivery);
      delivery.finally(() => pending.delete(delivery));
      return delivery;
    },
    async close() {
      await Promise.all(pending);
      transport.close();
    },
  };
}

/** Without a mail server the operator reads the letters, links included, in the log. */
function createLogMailer(log: Log): Mailer {
  return {
    delivers: false,
    async send(letter) {
      log.info({ mail: letter }, "No mail server is configured (SMTP_URL): the letter is here");
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
