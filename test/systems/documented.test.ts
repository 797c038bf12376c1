import { beforeAll, expect, test } from "bun:test";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { PROGRAM } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { scratchFolder } from "../support/scratch.ts";

const ROOT = join(import.meta.dir, "../..");
const PAGE = ["operations", "scaling"].map((name) => readFileSync(join(ROOT, `docs/${name}.md`), "utf8")).join("\n");

function blocks(language: string): readonly string[] {
  return [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, of, text = ""]) =>
    of === language ? [text] : [],
  );
}

/** A machine as the page describes it, in a folder: the program, its settings, a store with an account, a backup. */
const machine = scratchFolder("machine");
const PLACES = /(?<=^|[\s=:"'])\/(?:etc|usr\/local|var|backup|tmp)\b/gm;

/** The same command with every path of the described machine moved into the folder. */
function moved(text: string): string {
  // Only root may give a folder to another user.
  const allowed = process.getuid?.() === 0 ? text : text.replace(/ -o [\w-]+ -g [\w-]+/g, "");
  return allowed.replace(PLACES, (place) => machine + place);
}

beforeAll(async () => {
  for (const folder of [
    "etc/logrotate.d",
    "etc/nginx/conf.d",
    "etc/safety",
    "etc/systemd/system",
    "usr/local/bin",
    "usr/local/share/safety",
    "var/lib/safety",
    "backup",
    "tmp",
  ]) {
    mkdirSync(join(machine, folder), { recursive: true });
  }
  const program = join(machine, "usr/local/bin/safety");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  chmodSync(program, 0o755);
  const store = join(machine, "var/lib/safety/safety.sqlite");
  await issueKey(`sqlite:${store}`);
  const settings = readFileSync(join(ROOT, "deploy/safety.env"), "utf8").replace(
    "sqlite:/var",
    `sqlite:${machine}/var`,
  );
  writeFileSync(join(machine, "etc/safety/safety.env"), settings);
  cpSync(join(ROOT, "deploy"), join(machine, "deploy"), { recursive: true });
  writeFileSync(join(machine, "dataset.json"), readFileSync(join(ROOT, "data/dataset.json")));
  run("safety --env-file /etc/safety/safety.env backup /backup/safety-2026-11-20.sqlite");
  writeFileSync(join(machine, "kept"), readFileSync(store));
});

function run(command: string) {
  const child = Bun.spawnSync(["sh", "-ec", moved(command)], {
    cwd: machine,
    env: { PATH: `${machine}/usr/local/bin:${process.env["PATH"]}:/usr/sbin` },
  });
  return { exitCode: child.exitCode, note: child.stderr.toString(), out: child.stdout.toString() };
}

const shellBlocks = blocks("sh");
const lines = shellBlocks
  .flatMap((block) => block.replace(/\\\n/g, " ").split("\n"))
  .filter((line) => line.trim() !== "");

test.each(shellBlocks)("this block is valid shell:\n%s", (block) => {
  const { exitCode, stderr } = Bun.spawnSync(["sh", "-n", "-c", block]);
  expect([stderr.toString(), exitCode]).toEqual(["", 0]);
});

/** Run as printed, but on the machine in the folder. */
const ran = lines.filter((line) => /^(?:[A-Z_]+=\S+ )?safety /.test(line));
/** Checked part by part: they build, install, or use systemd, PostgreSQL, or rclone. */
const KNOWN_PROGRAMS =
  /^(?:npm run build|install |mv |rm -f |nginx -t |systemctl |eval |pg_dump |createdb |pg_restore |rclone |docker |kubectl )/;

test("every command of the page is run or known", () => {
  expect(ran.length).toBeGreaterThan(6);
  expect(lines.filter((line) => !ran.includes(line) && !KNOWN_PROGRAMS.test(line))).toEqual([]);
});

test.each(ran)("`%s` works as printed", (line) => {
  // The name that the page gives as an example for the store that a restore keeps.
  const kept = /sqlite:(\/var\S+\.before-\S+)/.exec(line)?.[1];
  if (kept !== undefined) writeFileSync(join(machine, kept), readFileSync(join(machine, "kept")));
  const { exitCode, note, out } = run(line);
  // The example settings name no mail server, which the doctor reports. A bad check would be an error.
  expect([exitCode, note, out]).toEqual([0, expect.not.stringContaining("safety:"), expect.anything()]);
});

test.each(lines.filter((line) => /^(?:install|mv|rm) /.test(line)))("`%s` works as printed", (line) => {
  // Another test builds the executable.
  if (line.includes("dist/safety")) {
    mkdirSync(join(machine, "dist"), { recursive: true });
    writeFileSync(join(machine, "dist/safety"), readFileSync(join(machine, "usr/local/bin/safety")));
  }
  expect(run(line)).toMatchObject({ exitCode: 0, note: "" });
});

test("every unit in a systemctl command is deployed", () => {
  const asked = lines.filter((line) => line.startsWith("systemctl ")).flatMap((line) => line.split(" ").slice(2));
  const units = asked.filter((word) => word.startsWith("safety"));
  expect(units.length).toBeGreaterThan(2);
  // An instance is of the unit with that name.
  for (const unit of units.map((name) => name.replace(/@\d+$/, ""))) {
    expect(existsSync(join(ROOT, "deploy", unit.includes(".") ? unit : `${unit}.service`))).toBe(true);
  }
});

test("every YAML block is valid", () => {
  expect(blocks("yaml").length).toBeGreaterThan(0);
  for (const block of blocks("yaml")) expect(parse(block)).toBeObject();
});

test("every file that the page names is in the repository", () => {
  const named = [...PAGE.matchAll(/`((?:deploy|test|data|docs|scripts)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(3);
  for (const path of named) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
});
