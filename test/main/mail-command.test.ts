import { expect, test } from "bun:test";
import type { Finding } from "../../src/cli/finding.ts";
import { safety } from "../support/command.ts";
import { startMailSink } from "../support/mail-sink.ts";
import { nodeEmails } from "../support/node-emails.ts";
import { DIALECTS, migratedStoreUrl, openTestStore } from "../support/stores.ts";

const clock = { now: () => Date.now() };

test.each(DIALECTS)(
  "emails that were not sent are listed with the server's answer, and sent again on %s",
  async (dialect) => {
    const url = await migratedStoreUrl(dialect);
    const { outbox, database } = await openTestStore(url, { clock });
    const settings = { DATABASE_URL: url, SECRET: "x".repeat(40) };
    expect((await safety(settings, "mail", "list")).note).toBe("Every email was sent.\n");
    const doctor = async () => {
      const findings: readonly Finding[] = JSON.parse((await safety(settings, "doctor", "--json")).out);
      return findings.filter(({ part }) => part === "mail").map(({ text }) => text);
    };
    for (const recipient of ["alice@example.com", "bob@example.com"]) {
      await outbox.add({ kind: "notice", recipient, accountId: null, subject: "A notice", text: "Words" });
    }
    expect(await doctor()).toContain("2 emails wait to be sent");
    await nodeEmails({ outbox, smtpUrl: "smtp://127.0.0.1:9", clock }).sweep();
    const listed = await safety(settings, "mail", "list");
    expect(listed.out).toContain("alice@example.com");
    expect(listed.out).not.toContain("Words");
    const records = JSON.parse((await safety(settings, "mail", "list", "--json")).out);
    expect(records).toMatchObject([
      { kind: "notice", attempts: 1, fault: expect.stringContaining("ECONNREFUSED") },
      {},
    ]);
    expect(await doctor()).toContain("2 emails wait after a failure, and 0 were given up");

    const wrong = await safety(settings, "mail", "retry");
    expect([wrong.exitCode, wrong.note]).toEqual([2, "safety: give a number, or --all\n"]);
    const missing = await safety(settings, "mail", "retry", "999");
    expect([missing.exitCode, missing.note]).toEqual([1, expect.stringContaining("Email 999 is being sent")]);
    // Its first wait is shorter than a claim, so that a node could be sending it.
    await database.updateTable("emails").set({ next_attempt_at: null }).execute();
    expect(await doctor()).toContain("0 emails wait after a failure, and 2 were given up");
    expect((await safety(settings, "mail", "retry", String(records[0].number))).note).toContain("sends 1 email within");
    expect((await safety(settings, "mail", "retry", "--all")).note).toContain("sends 1 email within");
    const mail = await startMailSink();
    await nodeEmails({ outbox, smtpUrl: mail.url, clock }).sweep();
    expect([mail.emails("alice@example.com").length, mail.emails("bob@example.com").length]).toEqual([1, 1]);
  },
);
