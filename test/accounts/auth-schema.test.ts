import { describe, expect, test } from "bun:test";
import { getSchema } from "better-auth/db";
import { authOptions } from "../../src/accounts/auth.ts";
import { createAuthEmails } from "../../src/accounts/auth-emails.ts";
import { URLS } from "../../src/site/ui/urls.ts";
import { DIALECTS, emptyStore, MovableClock } from "../support/stores.ts";

const log = { info() {}, warn() {}, error() {} };
const emails = createAuthEmails({ baseUrl: "", links: URLS, providers: [], contactEmail: undefined });

describe.each(DIALECTS)("the sign-in tables over %s", async (dialect) => {
  const store = await emptyStore(dialect, { clock: new MovableClock("2026-03-10T12:00:00Z") });

  test("have every column of better-auth's own schema", async () => {
    const options = authOptions({
      settings: {
        baseUrl: "http://127.0.0.1:8080",
        secret: "x".repeat(32),
        signUpPolicy: { who: "open", domains: [] },
        known: {},
        oidc: [],
      },
      database: { db: store.database, type: dialect },
      accounts: store.accounts,
      members: store.members,
      emails,
      outbox: store.outbox,
      log,
    });
    const columns = (await store.database.introspection.getTables()).flatMap((table) =>
      table.columns.map(({ name }) => `${table.name}.${name}`),
    );
    const wanted = Object.entries(getSchema(options)).flatMap(([table, { fields }]) =>
      ["id", ...Object.keys(fields)].map(
        (name) => `${table}.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      ),
    );
    expect(wanted.length).toBeGreaterThan(40);
    expect(columns).toEqual(expect.arrayContaining(wanted));
  });
});
