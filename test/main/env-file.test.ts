import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readEnvFile } from "../../src/main/env-file.ts";
import { safety } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { scratchFolder } from "../support/scratch.ts";

const folder = scratchFolder("env-file");
const file = join(folder, "safety.env");

function read(text: string) {
  writeFileSync(file, text);
  return readEnvFile(file);
}

test("comments and empty lines are skipped, quotes around a value are removed, and nothing in it is changed", () => {
  const text = [
    "# a comment",
    "; another one",
    "",
    "SMTP_URL=smtps://user:p#ss$word@mail.example.com",
    'MAIL_FROM="Safety Statistics <no-reply@example.com>"',
    "SECRET='a secret with spaces'  ",
    "EMPTY=",
    "PAIRS=a=b",
  ].join("\r\n");
  expect(read(text)).toEqual({
    SMTP_URL: "smtps://user:p#ss$word@mail.example.com",
    MAIL_FROM: "Safety Statistics <no-reply@example.com>",
    SECRET: "a secret with spaces",
    EMPTY: "",
    PAIRS: "a=b",
  });
});

test("quotes and backslashes are read as systemd reads them", () => {
  const text = [
    `PLAN_LIMITS='{"free":{"monthlyRequests":2000}}'`,
    'PLAN_PRICES={"pro":"$49 a month"}',
    'MAIL_FROM="Safety \\"Statistics\\" <a@example.com> \\$5 \\x"',
    "SECRET='a\\b'",
    "OTHER=a\\ b\\\\",
  ].join("\n");
  expect(read(text)).toEqual({
    PLAN_LIMITS: '{"free":{"monthlyRequests":2000}}',
    PLAN_PRICES: '{"pro":"$49 a month"}',
    MAIL_FROM: 'Safety "Statistics" <a@example.com> $5 \\x',
    SECRET: "a\\b",
    OTHER: "a b\\",
  });
});

test("lines that are no assignment, or whose value continues, are refused by number, without their content", () => {
  const refusal = () => read(["PORT=80", "export HOST=hunter22", "SECRET='a'hunter22", "A=hunter22\\"].join("\n"));
  expect(refusal).toThrow(/line 2 is not NAME=value\n.*line 3.*\n.*line 4/);
  expect(refusal).not.toThrow("hunter22");
});

test("a command reads the service's settings from the file, before or after its name, and the environment takes precedence", async () => {
  const url = `sqlite:${join(folder, "store.sqlite")}`;
  await issueKey(url, { email: "alice@example.com" });
  writeFileSync(file, `DATABASE_URL=${url}\n`);
  for (const args of [
    ["--env-file", file, "account", "list"],
    ["account", "list", "--env-file", file],
  ]) {
    expect((await safety({}, ...args)).out).toContain("alice@example.com");
  }
  const other = await safety({ DATABASE_URL: `sqlite:${folder}/other.sqlite` }, "--env-file", file, "account", "list");
  expect([other.exitCode, other.note]).toEqual([1, expect.stringContaining("There is no store")]);
});

test("a missing settings file ends a command with the exit code of invalid settings", async () => {
  const { exitCode, note } = await safety({}, "--env-file", join(folder, "none.env"), "account", "list");
  expect([exitCode, note]).toEqual([2, expect.stringContaining("cannot be read (ENOENT)")]);
});
