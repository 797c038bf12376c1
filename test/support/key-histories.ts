import fc from "fast-check";

/** The start of a history: shortly before a month ends. */
export const START = "2026-11-30T20:00:00Z";
const HOUR_MS = 3_600_000;
/** Three accounts, each with two live keys and a test key. More keys are created later. */
const ACCOUNTS = [1, 2, 3];
const TYPES = ["live", "live", "test"];

const moment = fc.constantFrom("NULL", ...[-30, -1, 1, 30].map((hours) => Date.parse(START) + hours * HOUR_MS));
const account = fc.constantFrom(...ACCOUNTS);
const flip = (column: string) => `${column} = CASE WHEN ${column} IS NULL THEN 1 END`;

/** The statements that create the first accounts and keys, `key-0` to `key-8`. */
export function firstKeys(): readonly string[] {
  return ACCOUNTS.flatMap((id) => [
    `INSERT INTO accounts (id, email, plan, created_at) VALUES (${id}, '${id}@example.com', 'free', 1)`,
    ...TYPES.map((type, index) => newKey(3 * (id - 1) + index, id, type)),
  ]);
}

/** Statements with which others change one of `names` keys, or an account: eight kinds. */
export function keyChanges(names: number): fc.Arbitrary<string> {
  const name = fc.nat({ max: names - 1 });
  return fc.oneof(
    name.map((n) => `UPDATE api_keys SET ${flip("revoked_at")} WHERE digest = 'key-${n}'`),
    fc.tuple(name, moment).map(([n, at]) => `UPDATE api_keys SET expires_at = ${at} WHERE digest = 'key-${n}'`),
    fc.tuple(name, moment).map(([n, at]) => `UPDATE api_keys SET grace_ends_at = ${at} WHERE digest = 'key-${n}'`),
    fc.tuple(name, account).map(([n, id]) => newKey(n, id, "live")),
    fc.tuple(name, name).map(([n, first]) => successor(n, first)),
    account.map((id) => `UPDATE accounts SET ${flip("suspended_at")} WHERE id = ${id}`),
    account.map(
      (id) => `UPDATE accounts SET plan = CASE WHEN plan = 'pro' THEN 'free' ELSE 'pro' END WHERE id = ${id}`,
    ),
    fc
      .tuple(account, fc.nat({ max: 60 }))
      .map(([id, limit]) => `UPDATE accounts SET overrides = '{"monthlyRequests":${limit}}' WHERE id = ${id}`),
  );
}

/** How far the clock is moved forward or back, in milliseconds. */
export const clockMove = fc.oneof(
  fc.integer({ min: -30, max: 30 }).map((hours) => hours * HOUR_MS),
  fc.integer({ min: -5, max: 5 }),
);

/** A key that continues to count in the day of another one, as after a reissue. */
function successor(n: number, first: number): string {
  return `INSERT INTO api_keys (account_id, type, name, digest, display, created_at, first_key_id)
    SELECT account_id, type, 'a key', 'key-${n}', 'svc_…', 1, coalesce(first_key_id, id)
    FROM api_keys WHERE digest = 'key-${first}' ON CONFLICT (digest) DO NOTHING`;
}

function newKey(n: number, accountId: number, type: string): string {
  return `INSERT INTO api_keys (account_id, type, name, digest, display, created_at)
    VALUES (${accountId}, '${type}', 'a key', 'key-${n}', 'svc_…', 1) ON CONFLICT (digest) DO NOTHING`;
}
