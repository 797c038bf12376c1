import type { Transporter } from "nodemailer";
import { Lazy } from "../base/lazy.ts";
import type { Log } from "../base/log.ts";

export interface Email {
  readonly to: string;
  readonly subject: string;
  /** Plain text. Each link is on its own line. */
  readonly text: string;
}

interface MailSettings {
  /** `smtp://…` or `smtps://…`; without it emails go to the log. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
}

export interface Mailer {
  /** If false, emails go to the server's log, and the pages say so. */
  readonly delivers: boolean;
  /** Sends an email; resolves to false if the mail server did not accept it. Never rejects. */
  send(email: Email): Promise<boolean>;
  close(): Promise<void>;
}

/** A mail server that stops answering holds up neither the other emails nor the end of the process. */
const TIMEOUTS_MS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

export function createMailer({ smtpUrl, from }: MailSettings, log: Log): Mailer {
  if (smtpUrl === undefined) return createLogMailer(log);
  const transport = new Lazy(() => connect(smtpUrl, from));
  const pending = new Set<Promise<boolean>>();
  const deliver = async (email: Email): Promise<boolean> => {
    try {
      const headers = { "Auto-Submitted": "auto-generated" };
      await (await transport.get()).sendMail({ ...email, headers });
      return true;
    } catch (error) {
      log.error({ error, subject: email.subject }, "the mail server did not accept an email");
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

/** The library is loaded for the first email. */
async function connect(smtpUrl: string, from: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  // Never fetches a URL or file named in an email's content.
  return createTransport({ url: smtpUrl, ...TIMEOUTS_MS }, { from, disableFileAccess: true, disableUrlAccess: true });
}

/** Without a mail server, the operator reads the emails with their links in the log. */
function createLogMailer(log: Log): Mailer {
  return {
    delivers: false,
    async send(email) {
      // A separate field, so the link can be copied: in the text, an escaped line break follows it.
      const link = /^https?:\S+$/m.exec(email.text)?.[0];
      log.info({ mail: { link, ...email } }, "no mail server is configured (SMTP_URL), so the email is logged");
      return true;
    },
    async close() {},
  };
}
