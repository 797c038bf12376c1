import { describe, expect, test } from "bun:test";
import type { NewCorrection } from "../../src/corrections/correction.ts";
import { safety } from "../support/command.ts";
import { startMailSink } from "../support/mail-sink.ts";
import { nodeEmails } from "../support/node-emails.ts";
import { MovableClock, migratedStoreUrl, openTestStore } from "../support/stores.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");
const EMAIL = "dana@example.com";
const REPORT: NewCorrection = {
  path: "/explore/city/lodi",
  place: "Lodi, San Joaquin County",
  year: 2025,
  figure: "burglary",
  before: 210,
  expected: 201,
  text: "Nine were counted twice.",
  source: "The council's report of March",
  email: EMAIL,
};

describe("reports about figures", async () => {
  const url = await migratedStoreUrl("sqlite");
  const store = await openTestStore(url, { clock });
  const mail = await startMailSink();
  const settings = { DATABASE_URL: url, SMTP_URL: mail.url, BASE_URL: "https://safety.example" };
  const save = (change: Partial<NewCorrection> = {}) => store.corrections.save({ ...REPORT, ...change });

  test("wait in a list until they are answered, and an answer is mailed, published, and ends the address", async () => {
    const id = await save();
    const listed = await safety(settings, "corrections", "list", "--json");
    expect(JSON.parse(listed.out)).toMatchObject([{ number: id, figure: "Burglary", before: 210, expected: 201 }]);
    const answered = ["answer", `${id}`, "corrected", "--after", "201", "--message", "Thank you."];
    expect((await safety(settings, "corrections", ...answered)).exitCode).toBe(0);
    // The command has the time of the machine.
    const present = { now: () => Date.now() };
    const { outbox } = await openTestStore(url, { clock: present });
    await nodeEmails({ outbox, smtpUrl: mail.url, clock: present }).sweep();
    const email = await mail.next(EMAIL, `Your report ${id}: Lodi, San Joaquin County, 2025`);
    expect(email.text).toContain(`https://safety.example/corrections#${id}`);
    expect(await store.corrections.find(id)).toMatchObject({
      state: "corrected",
      before: 210,
      after: 201,
      email: null,
    });
    expect((await safety(settings, "corrections", "list")).note).toBe("No report waits for an answer.\n");
  });

  test("stay open if the visitor wants an answer and no email can be sent", async () => {
    const id = await save();
    const { SMTP_URL: _, ...silent } = settings;
    const refused = await safety(silent, "corrections", "answer", `${id}`, "unchanged");
    expect([refused.exitCode, refused.note]).toEqual([1, expect.stringContaining("Set SMTP_URL")]);
    expect(await store.corrections.find(id)).toMatchObject({ state: "received", email: EMAIL });
  });

  test("show a visitor's words on one line each, so that none can pass for another field or command the terminal", async () => {
    const text = "Wrong.\nfigure: Homicide\r\u2028answered: \u001b[2J\u009b1m\u202ecba\t💥";
    const id = await save({ text, source: "a\nstate: corrected" });
    const { out } = await safety(settings, "corrections", "show", `${id}`);
    expect(out.split("\n").filter((line) => line.startsWith("figure: "))).toEqual(["figure: Burglary"]);
    expect(out).toContain(
      "text: Wrong.\\nfigure: Homicide\\r\\u{2028}answered: \\u001b[2J\\u{9b}1m\\u{202e}cba\\t💥\n",
    );
    expect(out).toContain("source: a\\nstate: corrected\n");
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    const rows = (await safety(settings, "corrections", "list")).out;
    expect(rows.split("\n").length).toBe(1 + (await store.corrections.open(100)).length + 1);
    await store.corrections.delete(id);
  });

  test("show a visitor's words to the operator and never in the public list", async () => {
    const id = await save({ email: null });
    expect((await safety(settings, "corrections", "show", `${id}`)).out).toContain("text: Nine were counted twice.");
    const [newest] = await store.corrections.list({ limit: 1 });
    expect(newest).toEqual({
      ...{ id, path: REPORT.path, place: REPORT.place, year: 2025, figure: "burglary", before: 210 },
      ...{ state: "received", after: null, receivedAtMs: expect.any(Number), answeredAtMs: null },
    });
  });

  test("can be deleted, and a number that does not exist is refused", async () => {
    const id = await save();
    expect((await safety(settings, "corrections", "delete", `${id}`)).exitCode).toBe(0);
    for (const words of [["show"], ["delete"], ["answer", "unchanged"]]) {
      const [name = "", ...rest] = words;
      const missing = await safety(settings, "corrections", name, `${id}`, ...rest);
      expect([missing.exitCode, missing.note]).toEqual([1, expect.stringContaining(`There is no report ${id}`)]);
    }
  });

  test("accept a figure after the correction only with that answer", async () => {
    const id = await save({ email: null });
    const refused = await safety(settings, "corrections", "answer", `${id}`, "unchanged", "--after", "5");
    expect([refused.exitCode, refused.note]).toEqual([2, "safety: --after goes with corrected\n"]);
  });
});
