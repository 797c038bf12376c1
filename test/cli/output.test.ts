import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram } from "../../src/cli/command-line.ts";
import { PROGRAM, run, SECRET } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { issueKey } from "../support/issue-key.ts";
import { scratchFolder } from "../support/scratch.ts";
import { emptyStoreUrl } from "../support/stores.ts";
import { until } from "../support/until.ts";

const DATABASE_URL = await emptyStoreUrl("sqlite");
await issueKey(DATABASE_URL, { email: "alice@example.com" });

/** Commands that print a result, and the help of some, which all print in one way. */
const PRINTING = [
  ["key", "list", "--email", "alice@example.com"],
  ["key", "create", "--email", "alice@example.com", "--type", "test"],
  ["account", "list", "--json"],
  ["account", "log", "alice@example.com"],
  ["account", "export", "alice@example.com"],
  ["usage", "--all"],
  ["usage", "--month", new Date().toISOString().slice(0, 7)],
  ["support", "--email", "alice@example.com"],
  ["doctor"],
  ["--version"],
  ...(await createProgram()).commands.slice(0, 3).map((command) => [command.name(), "--help"]),
];

/** Runs a command whose output goes where the shell's words say. */
function redirected(words: readonly string[], where: string) {
  const shell = ["bash", "-c", `set -o pipefail; "$0" "$@" ${where}`, process.execPath, PROGRAM, ...words];
  return run(shell, { env: { DATABASE_URL, SECRET } });
}

test("a command whose output does not fit on the disk says so in one line and fails", async () => {
  for (const words of PRINTING) {
    const { exitCode, note } = await redirected(words, "> /dev/full");
    expect([words, note.trimEnd().split("\n").at(-1), exitCode]).toEqual([
      words,
      "safety: the output cannot be written (ENOSPC)",
      1,
    ]);
    expect(note).not.toContain("    at ");
  }
});

test("a command whose output nobody reads ends without an error", async () => {
  for (const words of PRINTING.slice(0, 6)) {
    const { exitCode, note } = await redirected(words, "| true");
    expect([words, exitCode]).toEqual([words, 0]);
    expect(note).not.toContain("    at ");
  }
});

test("a hint that cannot be written does not fail a command", async () => {
  for (const where of ["2> /dev/full", "2> >(true)"]) {
    const { exitCode, out } = await redirected(
      ["key", "create", "--email", "bob@example.com", "--type", "live"],
      where,
    );
    expect([where, exitCode, out]).toEqual([where, 0, expect.stringMatching(/^svc_live_/)]);
  }
});

test("the service goes on if its greeting cannot be written", async () => {
  const port = await freePort();
  const log = join(scratchFolder("greeting"), "log");
  const shell = ["bash", "-c", `exec "$0" "$@" > /dev/full 2> ${log}`, process.execPath, PROGRAM, "serve"];
  const env = { PATH: process.env["PATH"] ?? "", DATABASE_URL: await emptyStoreUrl("sqlite"), PORT: String(port) };
  const service = Bun.spawn(shell, { env, stdio: ["ignore", "ignore", "ignore"] });
  const logged = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
  await until("the service has started", () => logged().includes('"started"'));
  // The greeting comes after the first requests.
  for (let request = 0; request < 20; request++) {
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  }
  service.kill("SIGTERM");
  expect(await service.exited).toBe(0);
  expect(logged()).toContain('"stopped"');
});
