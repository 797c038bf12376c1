import { once } from "node:events";
import { text } from "node:stream/consumers";
import { domainToASCII } from "node:url";
import { SMTPServer } from "smtp-server";
import { stopAtEnd } from "./stop-at-end.ts";
import { until } from "./until.ts";

export interface ReceivedEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A real SMTP server on a random loopback port, which keeps the emails that it receives. */
export interface MailSink {
  readonly url: string;
  /** All emails to an address so far, oldest first. */
  emails(to: string): readonly ReceivedEmail[];
  /** Waits for the newest email to an address with the subject. */
  next(to: string, subject: string | RegExp): Promise<ReceivedEmail>;
  close(): Promise<void>;
}

/** An email takes milliseconds: a form that sends none fails its test soon. */
const MAIL_WAIT_MS = 30_000;

/** Stops at the end of the test or file. */
export async function startMailSink(): Promise<MailSink> {
  const received: ReceivedEmail[] = [];
  const taken = new Set<ReceivedEmail>();
  const server = new SMTPServer({
    authOptional: true,
    // Where no name server answers, the greeting would wait for it.
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      text(stream).then((raw) => {
        // The server gives the domain in Unicode.
        const [user = "", domain = ""] = (session.envelope.rcptTo[0]?.address ?? "").split("@");
        received.push(emailOf(raw, `${user}@${domainToASCII(domain)}`));
        done();
      }, done);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the mail sink has no port");
  const emails = (to: string) => received.filter((email) => email.to === to);
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  stopAtEnd(close);
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    emails,
    async next(to, subject) {
      const isAsked = (one: ReceivedEmail) =>
        typeof subject === "string" ? one.subject === subject : subject.test(one.subject);
      const newest = () => emails(to).findLast((one) => isAsked(one) && !taken.has(one));
      await until(`an email “${subject}” to ${to}`, () => newest() !== undefined, MAIL_WAIT_MS);
      const email = newest();
      if (email === undefined) throw new Error(`the email “${subject}” to ${to} is gone`);
      taken.add(email);
      return email;
    },
    close,
  };
}

/** The link of an email: its only URL with a token. */
export function linkOf(email: ReceivedEmail): string {
  const link = /https?:\/\/\S+token=\S+/.exec(email.text)?.[0];
  if (!link) throw new Error(`no link in “${email.subject}”`);
  return link;
}

function emailOf(raw: string, to: string): ReceivedEmail {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const subject = /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? "";
  const body = rest.join("\r\n\r\n");
  const isQuoted = /quoted-printable/i.test(head);
  return { to, subject, text: isQuoted ? unquoted(body) : body };
}

/** Quoted-printable (RFC 2045, 6.7). */
function unquoted(body: string): string {
  const joined = body.replaceAll("=\r\n", "");
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
