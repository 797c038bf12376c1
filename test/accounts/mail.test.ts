import { describe, expect, test } from "bun:test";
import { createAuthEmails } from "../../src/accounts/auth-emails.ts";
import { createMailer } from "../../src/accounts/mail.ts";
import { URLS } from "../../src/site/ui/urls.ts";
import { startMailSink } from "../support/mail-sink.ts";
import { recordingLog } from "../support/recording-log.ts";

const LETTER = { to: "alice@example.com", subject: "Größe", text: "One line\n\nhttp://x/y?token=a=b\n\n.\nfrom here" };
const FROM = "Safety <safety@example.com>";

describe("mail", () => {
  test("reaches the mail server unchanged", async () => {
    const sink = await startMailSink();
    const mailer = createMailer({ smtpUrl: sink.url, from: FROM }, recordingLog().log);
    expect(await mailer.send({ ...LETTER, subject: "Plain" })).toBe(true);
    expect((await sink.next(LETTER.to, "Plain")).text.replaceAll("\r\n", "\n").trimEnd()).toBe(LETTER.text);
    await mailer.close();
  });

  test("is reported and logged without its text if the server refuses it, and breaks nothing", async () => {
    const { lines, log } = recordingLog();
    const mailer = createMailer({ smtpUrl: "smtp://127.0.0.1:9", from: FROM }, log);
    expect(await mailer.send(LETTER)).toBe(false);
    expect(JSON.stringify(lines)).not.toContain("token=");
    await mailer.close();
  });

  test("is reported and logged if its library is missing, and does not block the shutdown", async () => {
    const { lines, log } = recordingLog();
    const mailer = createMailer({ smtpUrl: "smtp://%", from: FROM }, log);
    expect(await mailer.send(LETTER)).toBe(false);
    expect(lines).toHaveLength(1);
    await mailer.close();
  });

  test("cannot get another recipient or header from user input", async () => {
    const sink = await startMailSink();
    const mailer = createMailer({ smtpUrl: sink.url, from: FROM }, recordingLog().log);
    await mailer.send({ ...LETTER, subject: "Safe\r\nBcc: charlie@example.com" });
    expect(sink.emails("charlie@example.com")).toEqual([]);
    expect(sink.emails(LETTER.to)).toHaveLength(1);
    await mailer.close();
  });

  test("goes to the log if no mail server is set, with its link in a separate field", async () => {
    const { lines, log } = recordingLog();
    const mailer = createMailer({ smtpUrl: undefined, from: FROM }, log);
    expect(mailer.delivers).toBe(false);
    const parts = { mailer, baseUrl: "http://127.0.0.1:8080", links: URLS, contactEmail: undefined };
    createAuthEmails(parts).resetPassword("alice@example.com", "to ken");
    await mailer.close();
    expect(lines).toMatchObject([{ mail: { link: "http://127.0.0.1:8080/reset-password?token=to%20ken" } }]);
  });
});
