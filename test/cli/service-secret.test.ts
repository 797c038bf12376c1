import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseStoreAddress } from "../../src/store/address.ts";
import { SECRET, safety } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveProgram } from "../support/served-program.ts";
import { emptyStoreUrl, openTestStore } from "../support/stores.ts";
import { until } from "../support/until.ts";

const EMAIL = "alice@example.com";
const SIGNING = [
  ["webhook", "set", EMAIL, "https://example.com/hook"],
  ["webhook", "renew-secret", EMAIL],
  ["account", "delete", EMAIL, "--yes"],
];

/** A service whose secret is in a file of its own, as systemd's `LoadCredential` gives it. */
async function serveWithSecretFile(DATABASE_URL: string) {
  const SECRET_FILE = join(scratchFolder("credentials"), "secret");
  writeFileSync(SECRET_FILE, SECRET);
  await issueKey(DATABASE_URL, { email: EMAIL });
  const program = await serveProgram({ DATABASE_URL, SECRET_FILE });
  const store = await openTestStore(DATABASE_URL, { clock: { now: () => Date.now() } });
  await until("the digest of the secret is stored", async () => (await store.nodeSecret.read()) !== null);
  return { program, store, SECRET_FILE };
}

test.each(["sqlite", "postgres"] as const)(
  "commands that sign refuse to run on %s without the service's secret, change nothing, and create none",
  async (dialect) => {
    const DATABASE_URL = await emptyStoreUrl(dialect);
    const { program, store, SECRET_FILE } = await serveWithSecretFile(DATABASE_URL);
    for (const words of SIGNING) {
      for (const [settings, why] of [
        [{}, "The command has no SECRET"],
        [{ SECRET: "another secret that is as long as that" }, "The command has another SECRET than the service"],
      ] as const) {
        const { exitCode, out, note } = await safety({ DATABASE_URL, ...settings }, ...words);
        expect([words, exitCode, out, note]).toEqual([words, 1, "", expect.stringContaining(why)]);
      }
    }
    const [account] = await store.accounts.list({ limit: 1 });
    expect(account?.email).toBe(EMAIL);
    expect(await store.webhooks.find(account?.id ?? 0)).toBeNull();
    const address = parseStoreAddress(DATABASE_URL);
    if (address.dialect === "sqlite") expect(existsSync(join(dirname(address.path), "secret"))).toBe(false);
    for (const words of SIGNING) {
      expect([words, await safety({ DATABASE_URL, SECRET_FILE }, ...words)]).toMatchObject([words, { exitCode: 0 }]);
    }
    await program.stop();
  },
);

test("a store is copied only together with its secret", async () => {
  const from = await emptyStoreUrl("sqlite");
  await issueKey(from, { email: EMAIL });
  const program = await serveProgram({ DATABASE_URL: from });
  const store = await openTestStore(from, { clock: { now: () => Date.now() } });
  await until("the digest of the secret is stored", async () => (await store.nodeSecret.read()) !== null);
  await program.stop();
  await store.close();
  const DATABASE_URL = await emptyStoreUrl("postgres");
  const secretFile = join(dirname(from.slice("sqlite:".length)), "secret");
  for (const settings of [{}, { SECRET }]) {
    const refused = await safety({ DATABASE_URL, ...settings }, "store", "copy", from);
    expect([refused.exitCode, refused.out]).toEqual([1, ""]);
    expect(refused.note).toContain(`SECRET must be that of the embedded store: it is in ${secretFile}`);
  }
  const copied = await safety({ DATABASE_URL, SECRET_FILE: secretFile }, "store", "copy", from);
  expect([copied.exitCode, copied.note]).toEqual([0, expect.stringContaining("Copied.")]);
});
