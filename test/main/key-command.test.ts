import { expect, test } from "bun:test";
import { join } from "node:path";
import { readKeyHeader } from "../../src/access/key.ts";
import { safety } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

const folder = scratchFolder("commands");
const environment = { DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}` };

function createKeyOf(email: string, ...more: string[]) {
  return safety(environment, "key", "create", "--email", email, "--type", "live", ...more);
}

async function keysOf(
  email: string,
): Promise<{ id: number; status: string; display: string; expires_at: string; addresses: string[] | null }[]> {
  const { out } = await safety(environment, "key", "list", "--email", email, "--json");
  return JSON.parse(out);
}

test("only the created key is on standard output, and it appears nowhere else", async () => {
  const made = await createKeyOf("alice@example.com", "--name", "server");
  expect(made.exitCode).toBe(0);
  const key = made.out.trimEnd();
  expect(made.out).toBe(`${key}\n`);
  expect(readKeyHeader(key)).toMatchObject({ ok: true });
  expect(made.note).not.toContain(key);
  const listed = await safety(environment, "key", "list", "--email", "ALICE@example.com");
  expect(listed.out).toContain(`svc_live_…${key.slice(-4)}`);
  expect(listed.out).not.toContain(key);
});

test("an account cannot have more keys than its plan allows, and the refusal says what to do", async () => {
  const first = await createKeyOf("bob@example.com");
  const second = await createKeyOf("bob@example.com");
  const third = await createKeyOf("bob@example.com");
  expect([first.exitCode, second.exitCode, third.exitCode]).toEqual([0, 0, 1]);
  expect(third.out).toBe("");
  expect(third.note).toContain("Revoke one, or change the plan");
});

test("a key can be reissued and revoked by its number", async () => {
  await createKeyOf("carol@example.com");
  const [old] = await keysOf("carol@example.com");
  const reissued = await safety(environment, "key", "reissue", String(old?.id), "--grace", "24h", "--json");
  expect(JSON.parse(reissued.out)).toMatchObject({ type: "live", status: "active" });
  expect((await keysOf("carol@example.com")).map((key) => key.status)).toEqual(["active", "replaced"]);
  const revoked = await safety(environment, "key", "revoke", String(old?.id));
  expect(revoked.exitCode).toBe(0);
  const again = await safety(environment, "key", "revoke", String(old?.id));
  expect([again.exitCode, again.note]).toEqual([1, "safety: The key is already revoked.\n"]);
});

test("a key is restricted to networks, and the log has each change", async () => {
  const { addresses: before, id } = JSON.parse((await createKeyOf("frank@example.com", "--json")).out);
  const restrict = (...networks: string[]) => safety(environment, "key", "restrict", String(id), ...networks);
  const allowed = async () => JSON.stringify((await keysOf("frank@example.com"))[0]?.addresses);
  expect(before).toBe(null);
  expect((await restrict("203.0.113.0/24", "2001:DB8::/48")).note).toContain("from 203.0.113.0/24 2001:db8::/48.");
  expect(await allowed()).toBe('["203.0.113.0/24","2001:db8::/48"]');
  const wrong = await restrict("203.0.113.0/64");
  expect([wrong.exitCode, wrong.note]).toEqual([2, expect.stringContaining("“203.0.113.0/64” is neither")]);
  expect((await restrict()).note).toContain("from any address.");
  expect(await allowed()).toBe("null");
  const { out } = await safety(environment, "account", "log", "frank@example.com", "--json");
  const details = JSON.parse(out).flatMap((entry: { event: string; detail: string }) =>
    entry.event === "key_restricted" ? entry.detail.replace(/^svc_live_….{4}: /, "") : [],
  );
  expect(details).toEqual(["any address", "203.0.113.0/24 2001:db8::/48"]);
});

test("an expiry is a number of days or the end of a UTC day", async () => {
  await createKeyOf("dave@example.com", "--expires", "2999-12-31");
  const [key] = await keysOf("dave@example.com");
  expect(key?.expires_at).toBe("3000-01-01T00:00:00.000Z");
  await createKeyOf("dave@example.com", "--expires", "9999-12-31");
  expect((await keysOf("dave@example.com"))[0]?.expires_at).toBe("9999-12-31T23:59:59.999Z");
  const wrong = await createKeyOf("dave@example.com", "--expires", "soon");
  expect([wrong.exitCode, wrong.note]).toEqual([
    2,
    'safety: "soon" is neither a number of days such as 90d nor a date such as 2027-06-30\n',
  ]);
});

test("bad arguments end with exit code 2 and a hint, not with a stack trace", async () => {
  const cases = [
    ["key", "create", "--email", "nobody", "--type", "live"],
    ["key", "create", "--email", "a@example.com", "--type", "gold"],
    ["key", "revoke", "first"],
    ["serve", "--processes", "2"],
    ["dance"],
  ];
  for (const args of cases) {
    const { exitCode, note } = await safety(environment, ...args);
    expect(exitCode).toBe(2);
    expect(note).not.toContain("    at ");
    expect(note.length).toBeGreaterThan(20);
  }
});

test("all invalid settings are reported before anything is opened", async () => {
  const { exitCode, note } = await safety({ DATABASE_URL: "mysql:x", LOG_LEVEL: "loud" }, "account", "list");
  expect(exitCode).toBe(2);
  expect(note).toContain("DATABASE_URL must be");
  expect(note).toContain("LOG_LEVEL must be");
});
