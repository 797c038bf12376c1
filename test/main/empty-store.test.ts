import { expect, test } from "bun:test";
import { safety } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { logLines } from "../support/log-lines.ts";
import { serveProgram } from "../support/served-program.ts";

test("a new store behind a public address is said, not ready, and gets no first key, until it has an account", async () => {
  const program = await serveProgram({ BASE_URL: "https://api.example.com" });
  const settings = { DATABASE_URL: program.databaseUrl, BASE_URL: "https://api.example.com" };
  expect(logLines(program.log())[0]).toMatchObject({
    level: "warn",
    msg: expect.stringContaining("created a new store"),
  });
  expect(program.greeting).not.toContain("svc_test_");
  const before = await fetch(`${program.url}/readyz`);
  expect([before.status, await before.json()]).toMatchObject([503, { detail: expect.stringContaining("no accounts") }]);
  expect((await safety(settings, "doctor")).out).toContain("the store has no accounts");
  await issueKey(settings.DATABASE_URL);
  expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  expect((await safety(settings, "doctor")).out).not.toContain("no accounts");
});

test("without an address of the store, a public service does not start", async () => {
  const { exitCode, note } = await safety({ BASE_URL: "https://api.example.com", PORT: "0" }, "serve");
  expect([exitCode, note]).toEqual([2, expect.stringContaining("DATABASE_URL must be set with a public BASE_URL")]);
  const empty = await safety({ DATABASE_URL: "", PORT: "0" }, "serve");
  expect([empty.exitCode, empty.note]).toEqual([2, expect.stringContaining("DATABASE_URL is empty")]);
});
