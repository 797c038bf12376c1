import type { Transporter } from "nodemailer";
import { messageOf } from "../base/error-text.ts";
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
  /** Resolves to why the mail server did not accept the email, in one line, or to null if it did. Never rejects. */
  send(email: Email): Promise<string | null>;
  close(): Promise<void>;
}

/** Of what the mail server says. */
const MAX_FAULT_LENGTH = 200;
/** A mail server that stops answering holds up neither the other emails nor the end of the process. */
const TIMEOUTS_MS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

export function createMailer({ smtpUrl, from }: MailSettings, log: Log): Mailer {
  if (smtpUrl === undefined) return createLogMailer(log);
  const transport = new Lazy(() => connect(smtpUrl, from));
  return {
    async send(email) {
      try {
        const headers = { "Auto-Submitted": "auto-generated" };
        await (await transport.get()).sendMail({ ...email, headers });
        return null;
      } catch (error) {
        return messageOf(error).replaceAll(/\s+/g, " ").slice(0, MAX_FAULT_LENGTH);
      }
    },
    async close() {
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
    async send(email) {
      // A separate field, so the link can be copied: in the text, an escaped line break follows it.
      const link = /^https?:\S+$/m.exec(email.text)?.[0];
      log.info({ mail: { link, ...email } }, "no mail server is configured (SMTP_URL), so the email is logged");
      return null;
    },
    async close() {},
  };
}
