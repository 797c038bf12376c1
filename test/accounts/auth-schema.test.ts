import { describe, expect, test } from "bun:test";
import { getMigrations } from "better-auth/db/migration";
import { authOptions } from "../../src/accounts/auth.ts";
import { createAuthEmails } from "../../src/accounts/auth-emails.ts";
import { createMailer } from "../../src/accounts/mail.ts";
import { URLS } from "../../src/site/urls.ts";
import { DIALECTS, emptyStore, MovableClock } from "../support/stores.ts";

const log = { info() {}, warn() {}, error() {} };
const mailer = createMailer({ smtpUrl: undefined, from: "" }, log);
const emails = createAuthEmails({ mailer, baseUrl: "", links: URLS, contactEmail: undefined });

describe.each(DIALECTS)("the sign-in tables over %s", async (dialect) => {
  const store = await emptyStore(dialect, { clock: new MovableClock("2026-03-10T12:00:00Z") });

  test("match better-auth's own schema: nothing to create, nothing to add", async () => {
    const options = authOptions({
      settings: { baseUrl: "http://127.0.0.1:8080", secret: "x".repeat(32), social: {} },
      database: { db: store.database, type: dialect },
      accounts: store.accounts,
      emails,
      log,
    });
    const { toBeCreated, toBeAdded } = await getMigrations(options);
    expect(toBeCreated).toEqual([]);
    expect(toBeAdded).toEqual([]);
  });
});
