import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { hashPassword } from "../../src/accounts/password.ts";
import { FormClient, hiddenFields, PASSWORD } from "../support/form-client.ts";
import { serveProgram } from "../support/served-program.ts";

const ADDRESSES = 200;
/** Guesses that are right this often are useless to an observer; tossing a coin is right half of the time. */
const MAX_RIGHT = 0.6;

interface Sample {
  readonly known: boolean;
  readonly ms: number;
}

/** How often the best threshold from the first half of the samples classifies the second half correctly. */
function rightGuesses(samples: readonly Sample[]): number {
  const [training, trial] = [samples.filter((_, index) => index % 8 < 4), samples.filter((_, index) => index % 8 >= 4)];
  const share = (of: readonly Sample[], threshold: number, knownIsSlower: boolean) =>
    of.filter(({ known, ms }) => ms > threshold === (known === knownIsSlower)).length / of.length;
  const guesses = training.flatMap(({ ms }) => [true, false].map((slower) => ({ ms, slower })));
  const best = guesses.reduce((left, right) =>
    share(training, right.ms, right.slower) > share(training, left.ms, left.slower) ? right : left,
  );
  return share(trial, best.ms, best.slower);
}

/** Accounts that can sign in, with the same rows as after a sign-up. */
async function addHolders(path: string, emails: readonly string[]): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  const database = new Database(path);
  database.run("PRAGMA busy_timeout = 60000");
  for (const [index, email] of emails.entries()) {
    const id = 10_000 + index;
    database.run("INSERT INTO accounts (id, email, plan, created_at) VALUES (?, ?, 'free', 1)", [id, email]);
    database.run(
      `INSERT INTO users (id, name, email, email_verified, created_at, updated_at, account_id)
        VALUES (?, '', ?, 1, '2026-11-20', '2026-11-20', ?)`,
      [`user-${id}`, email, id],
    );
    database.run(
      `INSERT INTO credentials (id, account_id, provider_id, user_id, password, created_at, updated_at)
        VALUES (?, ?, 'credential', ?, ?, '2026-11-20', '2026-11-20')`,
      [`credential-${id}`, `user-${id}`, `user-${id}`, hash],
    );
  }
  database.close();
}

// It measures time, so it runs only in the long trials, on an otherwise idle machine.
if (process.env["LONG_TRIALS"] === "1") {
  test.each([
    ["/sign-in", { password: "not the password" }, 400],
    ["/forgot-password", {}, 200],
  ] as const)(
    "after a form at %s the time of the next request does not reveal whether the address has an account",
    async (path, otherFields, status) => {
      const program = await serveProgram({ TRUST_PROXY: "true" });
      const emails = (kind: string) => Array.from({ length: ADDRESSES }, (_, index) => `${kind}-${index}@example.com`);
      const [known, unknown] = [emails("known"), emails("unknown")];
      await addHolders(join(program.folder, "store.sqlite"), known);
      const client = new FormClient(program.url);
      const { csrf = "" } = hiddenFields((await client.get(path)).html, path);
      const samples: Sample[] = [];
      for (let index = 0; index < ADDRESSES; index++) {
        // Alternating, with each kind first equally often.
        const pair = [
          { email: known[index], known: true },
          { email: unknown[index], known: false },
        ];
        for (const { email = "", known: isKnown } of index % 2 === 0 ? pair : pair.toReversed()) {
          const from = `198.51.${index % 200}.${isKnown ? 1 : 2}`;
          const fields = { csrf, email, ...otherFields };
          expect((await client.post(path, fields, { "X-Forwarded-For": from })).status).toBe(status);
          const startedMs = performance.now();
          await (await fetch(`${program.url}/healthz`)).text();
          samples.push({ known: isKnown, ms: performance.now() - startedMs });
        }
      }
      await program.stop();
      expect(samples).toHaveLength(2 * ADDRESSES);
      expect(rightGuesses(samples)).toBeLessThanOrEqual(MAX_RIGHT);
    },
  );
}
