import { expect, test } from "bun:test";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { certificateAdvice } from "../../src/cli/certificate-advice.ts";
import type { Finding } from "../../src/cli/finding.ts";
import { outputOf, SECRET, safety, safetyProcess } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { startMailSink } from "../support/mail-sink.ts";
import { query } from "../support/postgres.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveProgram } from "../support/served-program.ts";
import { emptyStoreUrl } from "../support/stores.ts";
import { until } from "../support/until.ts";

async function examined(environment: Readonly<Record<string, string>>) {
  const { exitCode, out } = await safety(environment, "doctor", "--json");
  const findings: readonly Finding[] = JSON.parse(out);
  const states = Object.fromEntries(findings.toReversed().map(({ part, state }) => [part, state]));
  return { exitCode, findings, states };
}

test("before the first start nothing is bad, and checking creates nothing", async () => {
  const folder = scratchFolder("doctor");
  const { exitCode, states } = await examined({ DATABASE_URL: `sqlite:${join(folder, "new", "store.sqlite")}` });
  expect([exitCode, states]).toEqual([
    0,
    { settings: "good", store: "good", dataset: "good", mail: "doubtful", clock: "good", disk: "good" },
  ]);
  expect(existsSync(join(folder, "new"))).toBe(false);
});

test("the folder where downloads are made must exist", async () => {
  const [TMPDIR, gone] = [scratchFolder("downloads"), join(scratchFolder("downloads"), "gone")];
  // The runtime reads it at the start of a process.
  const [found, missing] = await Promise.all(
    [TMPDIR, gone].map((folder) => safetyProcess({ TMPDIR: folder }, "doctor")),
  );
  expect(found?.out).toMatch(/ok {4}disk .* GB free in .*downloads-\w+, for downloads/);
  expect(missing?.exitCode).toBe(1);
  expect(missing?.out).toMatch(/BAD {3}disk .*downloads cannot be made in .*\n\s+→ Set TMPDIR/);
});

test("private networks that webhooks may reach are doubtful on a public server", async () => {
  const settings = { WEBHOOK_ALLOWED_NETWORKS: "10.0.0.0/8", BASE_URL: "https://safety.example", TRUST_PROXY: "true" };
  const { findings } = await examined({
    DATABASE_URL: `sqlite:${join(scratchFolder("doctor"), "store.sqlite")}`,
    ...settings,
  });
  expect(findings[0]).toMatchObject({
    part: "settings",
    state: "doubtful",
    text: expect.stringContaining("WEBHOOK_ALLOWED_NETWORKS"),
  });
});

test("a secret that is not the service's is bad, and one that only the service has is doubtful", async () => {
  const program = await serveProgram({ SECRET });
  const environment = { DATABASE_URL: program.databaseUrl };
  const settingsOf = async (SECRET: string) => (await examined({ ...environment, SECRET })).findings[0];
  const another = "another secret that is as long as that";
  await until("the service has stored the digest", async () => (await settingsOf(another))?.state === "bad");
  expect(await settingsOf(another)).toMatchObject({
    text: expect.stringContaining("SECRET is not that of the service"),
  });
  expect(await settingsOf(SECRET)).toMatchObject({ part: "settings", state: "good" });
  expect((await examined(environment)).findings[0]).toMatchObject({
    state: "doubtful",
    remedy: expect.stringContaining("SECRET_FILE"),
  });
  await program.stop();
});

test("a database of another encoding is bad, and so is one in which the role may create no tables", async () => {
  const url = new URL(await emptyStoreUrl("postgres"));
  const [name] = [`latin_${url.pathname.slice(1)}`];
  await query(url.href, `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
  url.pathname = name;
  const { findings } = await examined({ DATABASE_URL: url.href, SECRET });
  expect(findings.find(({ part }) => part === "store")).toMatchObject({
    state: "bad",
    text: expect.stringContaining("the encoding LATIN1"),
    remedy: expect.stringContaining("ENCODING 'UTF8'"),
  });
});

test("a mail server with a certificate of its own is bad, with the two ways to accept it, and both work", async () => {
  const folder = scratchFolder("mail-certificate");
  const words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 2";
  const name = ["-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "cert.pem"];
  await outputOf(["openssl", ...words.split(" "), ...name], { cwd: folder });
  const [key, cert] = ["key.pem", "cert.pem"].map((file) => readFileSync(join(folder, file)));
  const mail = new SMTPServer({ authOptional: true, disableReverseLookup: true, key, cert });
  mail.listen(0, "127.0.0.1");
  await once(mail.server, "listening");
  const address = mail.server.address();
  const SMTP_URL = `smtp://localhost:${typeof address === "object" ? address?.port : ""}`;
  const settings = { SMTP_URL, MAIL_FROM: "Safety <safety@example.com>" };
  const { findings } = await examined(settings);
  expect(findings.find(({ part }) => part === "mail")).toMatchObject({
    state: "bad",
    remedy: expect.stringContaining("NODE_EXTRA_CA_CERTS=FILE"),
  });
  expect((await examined({ ...settings, SMTP_URL: `${SMTP_URL}?ignoreTLS=true` })).states["mail"]).toBe("good");
  // The runtime reads it at the start of a process.
  const trusting = { ...settings, NODE_EXTRA_CA_CERTS: join(folder, "cert.pem") };
  expect((await safetyProcess(trusting, "doctor")).out).toContain("ok    mail");
  await new Promise<void>((resolve) => mail.close(resolve));
});

test.each([
  ["certificate has expired", "Renew the server's certificate"],
  ["Hostname/IP does not match certificate's altnames: Host: x", "name"],
  ["self signed certificate", "authority"],
  ["unable to verify the first certificate", "authority"],
  ["connect ECONNREFUSED 127.0.0.1:1", null],
])("the advice on %p is about it", (failure, expected) => {
  const advice = certificateAdvice(failure, { authority: "authority", name: "name" });
  expect(advice).toEqual(expected === null ? null : expect.stringContaining(expected));
});

test("a mail server that answers is good, a missing one is bad", async () => {
  const mail = await startMailSink();
  const sender = { MAIL_FROM: "Safety <safety@example.com>" };
  expect((await examined({ SMTP_URL: mail.url, ...sender })).states["mail"]).toBe("good");
  await mail.close();
  const gone = await examined({ SMTP_URL: mail.url, ...sender });
  expect([gone.exitCode, gone.states["mail"]]).toEqual([1, "bad"]);
});

test("an invalid dataset, a secret that others can read, and a store of a newer program are bad, each with a remedy", async () => {
  const folder = scratchFolder("doctor");
  const store = join(folder, "store.sqlite");
  await issueKey(`sqlite:${store}`);
  const { Database } = await import("bun:sqlite");
  const database = new Database(store);
  database.run("INSERT INTO schema_versions (version, applied_at) VALUES (999, 0)");
  database.close();
  writeFileSync(join(folder, "secret"), "x".repeat(64));
  chmodSync(join(folder, "secret"), 0o644);
  writeFileSync(join(folder, "dataset.json"), "{}");
  const { exitCode, findings, states } = await examined({
    DATABASE_URL: `sqlite:${store}`,
    SNAPSHOT_PATH: join(folder, "dataset.json"),
  });
  expect([exitCode, states]).toMatchObject([1, { settings: "bad", store: "bad", dataset: "bad" }]);
  const datasets = findings.filter(({ part }) => part === "dataset");
  expect(datasets).toMatchObject([
    { state: "bad" },
    { state: "good", text: expect.stringMatching(/^United States 2/) },
  ]);
  for (const { state, remedy } of findings) if (state === "bad") expect(remedy).toBeString();
});

test("tables from before the first release are bad, because the next start refuses them", async () => {
  const store = join(scratchFolder("doctor"), "store.sqlite");
  await issueKey(`sqlite:${store}`);
  const { Database } = await import("bun:sqlite");
  const database = new Database(store);
  database.run("DELETE FROM schema_versions WHERE version > 8");
  database.run("UPDATE schema_versions SET version = 4");
  database.close();
  const { exitCode, findings } = await examined({ DATABASE_URL: `sqlite:${store}` });
  expect(exitCode).toBe(1);
  expect(findings.find(({ part }) => part === "store")).toMatchObject({
    state: "bad",
    text: expect.stringContaining("tables of version 4, from before the first release"),
    remedy: "Start version 1.0.0 once to migrate them.",
  });
});

test("files that the program creates in a folder that others can read are private to their owner, and doctor reports those that are not", async () => {
  const program = await serveProgram();
  chmodSync(program.folder, 0o755);
  const store = join(program.folder, "store.sqlite");
  await issueKey(`sqlite:${store}`);
  const modeOf = (file: string) => statSync(file).mode & 0o777;
  for (const suffix of ["", "-wal", "-shm"]) expect([suffix, modeOf(store + suffix)]).toEqual([suffix, 0o600]);
  await program.stop();
  expect((await examined({ DATABASE_URL: `sqlite:${store}` })).states["store"]).toBe("good");
  chmodSync(store, 0o644);
  const { exitCode, findings } = await examined({ DATABASE_URL: `sqlite:${store}` });
  expect(exitCode).toBe(1);
  expect(findings).toContainEqual({
    part: "store",
    state: "bad",
    text: expect.stringContaining("can be read by others"),
    remedy: `chmod 600 ${store}`,
  });
});

test("PostgreSQL is checked without creating tables, and its clock is compared", async () => {
  const DATABASE_URL = await emptyStoreUrl("postgres");
  const fresh = await examined({ DATABASE_URL, SECRET });
  expect(fresh.findings.find(({ part }) => part === "store")?.text).toContain("no tables yet");
  const again = await examined({ DATABASE_URL, SECRET });
  expect([again.states["store"], again.states["clock"]]).toEqual(["good", "good"]);
  expect(again.findings.find(({ part }) => part === "store")?.text).toContain("no tables yet");
});

test("a store that cannot be reached fails the check, and the password in its URL is not shown", async () => {
  const secret = { SECRET };
  const { exitCode, findings } = await examined({ DATABASE_URL: "postgres://u:hunter22@127.0.0.1:1/x", ...secret });
  expect(exitCode).toBe(1);
  expect(JSON.stringify(findings)).toContain("cannot be reached");
  expect(JSON.stringify(findings)).not.toContain("hunter22");
});

/** A counter of a window that has not begun, as left by a clock that was ahead. */
async function openFutureWindow(databaseUrl: string, dialect: "sqlite" | "postgres"): Promise<void> {
  const start = Date.UTC(new Date().getUTCFullYear() + 1, 0);
  const columns = dialect === "sqlite" ? "used" : "used, granted, quota";
  const values = dialect === "sqlite" ? "1000" : "1000, 1000, 1000";
  const statement = `INSERT INTO counters (policy, subject, window_start, ${columns}) VALUES ('month', 1, ${start}, ${values})`;
  if (dialect === "postgres") return void (await query(databaseUrl, statement));
  const { Database } = await import("bun:sqlite");
  using database = new Database(databaseUrl.slice("sqlite:".length));
  database.run(statement);
}

test.each(["sqlite", "postgres"] as const)(
  "a clock that was ahead is bad on %s, and the command that the doctor names makes everyone count in this month again",
  async (dialect) => {
    const environment = { DATABASE_URL: await emptyStoreUrl(dialect), SECRET };
    const key = await issueKey(environment.DATABASE_URL);
    const program = await serveProgram(environment);
    const resetOf = async () => {
      const { headers } = await fetch(`${program.url}/v1/stats`, { headers: { "X-API-Key": key } });
      return new Date(Number(headers.get("x-ratelimit-reset")) * 1_000).getUTCFullYear();
    };
    const thisYears = await resetOf();
    await openFutureWindow(environment.DATABASE_URL, dialect);
    expect(await resetOf()).toBe(new Date().getUTCFullYear() + 1);
    const { findings, states } = await examined(environment);
    expect(states["clock"]).toBe("bad");
    const { remedy } = findings.find(({ part }) => part === "clock") ?? {};
    const [, ...command] = /`safety ([^`]+)`/.exec(remedy ?? "")?.[1]?.split(" ") ?? [];
    expect((await safety(environment, "store", ...command)).exitCode).toBe(0);
    expect((await examined(environment)).states["clock"]).toBe("good");
    expect(await resetOf()).toBe(thisYears);
  },
);
