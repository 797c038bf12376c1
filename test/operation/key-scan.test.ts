import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mintKey } from "../../src/access/key.ts";
import { safety } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { scratchFolder } from "../support/scratch.ts";

const folder = scratchFolder("scan");
const environment = { DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}` };
const { key } = mintKey("live");

test("the command prints file, line, and column, never the key, and ends with exit code 1", async () => {
  const known = await issueKey(environment.DATABASE_URL);
  const leaky = join(folder, "config.env");
  writeFileSync(leaky, `# settings\nAPI_KEY="${known}"\nOTHER=${key}\nsvc_live_${"a".repeat(38)}\n`);
  const { exitCode, out, note } = await safety(environment, "key", "scan", "--lookup", leaky);
  expect(exitCode).toBe(1);
  expect(out).toBe(
    `${leaky}:2:10: svc_live_…${known.slice(-4)} key 1, active\n${leaky}:3:7: svc_live_…${key.slice(-4)}\n`,
  );
  expect(out + note).not.toContain(known);
});

test("clean files end with exit code 0, and files that cannot be read with 2, after all others are scanned", async () => {
  const clean = join(folder, "clean.txt");
  writeFileSync(clean, "svc_live_ and svc_test_0123 are not keys\n");
  expect(await safety({}, "key", "scan", clean)).toEqual({ exitCode: 0, out: "", note: "No keys found.\n" });
  const leaky = join(folder, "leaky.txt");
  writeFileSync(leaky, key);
  const missing = join(folder, "missing.txt");
  const { exitCode, out, note } = await safety({}, "key", "scan", missing, folder, leaky);
  expect([exitCode, out]).toEqual([2, `${leaky}:1:1: svc_live_…${key.slice(-4)}\n`]);
  expect(note).toContain(`Not scanned: ${missing} (ENOENT), ${folder} (EISDIR).`);
});

test("keys in UTF-16 are found, and a file name cannot control the terminal", async () => {
  const name = join(folder, "a\x1b[31m\nb\u202e.txt");
  const bigEndian = Buffer.from(`# é\r\n${key}`, "utf16le").swap16();
  for (const bytes of [
    Buffer.from(`\ufeff# é\r\n${key}`, "utf16le"),
    Buffer.from(`# e\r\n${key}`, "utf16le"),
    Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian]),
    bigEndian,
  ]) {
    writeFileSync(name, bytes);
    const { exitCode, out } = await safety({}, "key", "scan", name);
    expect([exitCode, out]).toEqual([1, `${folder}/a\\u001b[31m\\nb\\u{202e}.txt:2:1: svc_live_…${key.slice(-4)}\n`]);
  }
  const { note } = await safety({}, "key", "scan", join(folder, "\x1b[31m"));
  expect(note).not.toContain("\x1b[31m");
});
