/**
 * Mutation testing: changes the code in small ways and reports the changes that no test noticed. Usage: npm run
 * test:mutation -- [FILE…]; without files, all that are not done yet, then the table. With `--table`, only the table.
 * See docs/testing.md.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type PostgresServer, startPostgres } from "../../test/support/postgres.ts";
import { type MutationResult, mutate } from "./stryker.ts";
import { GROUPS, type Target } from "./targets.ts";

const ROOT = join(import.meta.dir, "../..");
const RESULTS = join(ROOT, "var/mutation");

const savedResult = z.object({
  /** Digest of the source and its tests. */
  of: z.string(),
  result: z.object({
    killed: z.int(),
    timedOut: z.int(),
    survivors: z.array(
      z.object({ line: z.int(), column: z.int(), mutator: z.string(), replacement: z.string() }).readonly(),
    ),
  }),
});

const TABLE_ALONE = "--table";
const asked = process.argv.slice(2).filter((argument) => argument !== TABLE_ALONE);
const runs = !process.argv.includes(TABLE_ALONE);
const targets = Object.values(GROUPS).flat();
const unknown = asked.filter((file) => !targets.some((target) => target.file === file));
if (unknown.length > 0) {
  console.error(`No such file in scripts/mutation/targets.ts: ${unknown.join(", ")}`);
  process.exit(2);
}

let postgres: PostgresServer | undefined;
for (const target of targets) {
  if (!runs || (asked.length > 0 && !asked.includes(target.file))) continue;
  if (savedOf(target) !== null) continue;
  console.error(`${target.file} ...`);
  const of = digestOf(target);
  if (target.needsPostgres) postgres ??= await startPostgres();
  const environment = postgres === undefined ? {} : { TEST_POSTGRES_URL: postgres.url };
  const result = mutate(target, ROOT, folderOf(target), environment);
  writeFileSync(join(folderOf(target), "result.json"), JSON.stringify({ of, result }));
}
await postgres?.stop();
printTable();

/** The saved result of a target, if neither its source nor its tests have changed since. */
function savedOf(target: Target): MutationResult | null {
  const path = join(folderOf(target), "result.json");
  if (!existsSync(path)) return null;
  const saved = savedResult.parse(JSON.parse(readFileSync(path, "utf8")));
  return saved.of === digestOf(target) ? saved.result : null;
}

function digestOf({ file, tests, only = "" }: Target): string {
  const hash = createHash("sha256").update(only);
  for (const path of [file, ...tests])
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex");
}

function folderOf({ file }: Target): string {
  const folder = join(RESULTS, file.replaceAll("/", "."));
  mkdirSync(folder, { recursive: true });
  return folder;
}

function printTable(): void {
  const shown = (target: Target) => asked.length === 0 || asked.includes(target.file);
  console.log("| file | killed | of these timed out | survived | score |\n| --- | ---: | ---: | ---: | ---: |");
  for (const [group, members] of Object.entries(GROUPS)) {
    const rows = members.filter(shown).map((target) => ({ target, result: savedOf(target) }));
    if (rows.length === 0) continue;
    for (const { target, result } of rows) console.log(rowOf(target.file, result ? [result] : []));
    console.log(
      rowOf(
        `**${group}**`,
        rows.flatMap(({ result }) => result ?? []),
      ),
    );
  }
  for (const target of targets.filter(shown)) {
    for (const { line, column, mutator, replacement } of savedOf(target)?.survivors ?? []) {
      console.log(`survived: ${target.file}:${line}:${column} ${mutator}: ${replacement.replaceAll(/\s+/g, " ")}`);
    }
  }
}

function rowOf(name: string, results: readonly MutationResult[]): string {
  if (results.length === 0) return `| ${name} | not run | | | |`;
  const sum = (of: (result: MutationResult) => number) => results.reduce((total, result) => total + of(result), 0);
  const [killed, survived] = [sum(({ killed }) => killed), sum(({ survivors }) => survivors.length)];
  const all = killed + survived;
  const score = all === 0 ? "no mutants" : `${((100 * killed) / all).toFixed(1)}%`;
  return `| ${name} | ${killed} | ${sum(({ timedOut }) => timedOut)} | ${survived} | ${score} |`;
}
