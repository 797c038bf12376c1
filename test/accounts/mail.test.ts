import { describe, expect, test } from "bun:test";
import { emailAddress } from "../../src/accounts/account.ts";
import { createMailer } from "../../src/accounts/mail.ts";
import { TOKEN_MARK } from "../../src/accounts/outbox.ts";
import { startMailSink } from "../support/mail-sink.ts";
import { recordingLog } from "../support/recording-log.ts";

const LETTER = { to: "alice@example.com", subject: "Größe", text: "One line\n\nhttp://x/y?token=a=b\n\n.\nfrom here" };
const FROM = "Safety <safety@example.com>";

describe("mail", () => {
  test("reaches the mail server unchanged", async () => {
    const sink = await startMailSink();
    const mailer = createMailer({ smtpUrl: sink.url, from: FROM }, recordingLog().log);
    expect(await mailer.send({ ...LETTER, subject: "Plain" })).toBeNull();
    expect((await sink.next(LETTER.to, "Plain")).text.replaceAll("\r\n", "\n").trimEnd()).toBe(LETTER.text);
    await mailer.close();
  });

  test.each([
    ["the server refuses it", "smtp://127.0.0.1:9", "ECONNREFUSED"],
    ["the connection cannot be opened", "smtp://%", ""],
  ])("resolves to a line without its text if %s", async (_, smtpUrl, reason) => {
    const mailer = createMailer({ smtpUrl, from: FROM }, recordingLog().log);
    const fault = await mailer.send(LETTER);
    expect(fault).toContain(reason);
    expect(fault).not.toMatch(/token=|\n/);
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
    const text = "Set it:\n\nhttp://127.0.0.1:8080/reset-password?token=to%20ken\n\nSafety Statistics";
    expect(await mailer.send({ ...LETTER, text })).toBeNull();
    expect(lines).toMatchObject([{ mail: { link: "http://127.0.0.1:8080/reset-password?token=to%20ken" } }]);
  });
});

test("no email address can contain what stands for the token of a link", () => {
  for (const email of [`${TOKEN_MARK}@example.com`, `a${TOKEN_MARK}b@example.com`, `a@${TOKEN_MARK}.example.com`]) {
    expect(emailAddress.safeParse(email).success).toBe(false);
  }
});
