import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Target } from "./targets.ts";

/** The part of StrykerJS's JSON report that is used here (mutation-testing-report-schema). */
const report = z.object({
  files: z.record(
    z.string(),
    z.object({
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string().optional(),
          status: z.string(),
          location: z.object({ start: z.object({ line: z.int(), column: z.int() }) }),
        }),
      ),
    }),
  ),
});

/** A mutant that no test noticed. */
export interface Survivor {
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly replacement: string;
}

export interface MutationResult {
  readonly killed: number;
  /** How many of the killed mutants reached the time limit, such as an endless loop. */
  readonly timedOut: number;
  readonly survivors: readonly Survivor[];
}

/** Folders that the tests of the targets never read, so they are not copied. */
const NOT_COPIED = ["/bench", "/coverage", "/deploy", "/dist", "/packages", "/var", "/*.md"];

/**
 * A test run takes about half a second. The time limit is far above that, so that only a mutant that never ends reaches
 * it, even on a busy machine.
 */
const TIME_LIMIT_MS = 20_000;

/**
 * Mutates one file and runs its tests on each mutant. `folder` receives the report; `environment` is added to that of
 * the tests.
 */
export function mutate(
  { file, tests, only }: Target,
  root: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): MutationResult {
  mkdirSync(folder, { recursive: true });
  const reportPath = join(folder, "report.json");
  const configPath = join(folder, "stryker.json");
  const names = only === undefined ? "" : `--test-name-pattern '${only}'`;
  const config = {
    mutate: [file],
    testRunner: "command",
    commandRunner: { command: `node_modules/.bin/bun test --bail --timeout 60000 ${names} ${tests.join(" ")}` },
    concurrency: 1,
    timeoutMS: TIME_LIMIT_MS,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 10,
    disableTypeChecks: false,
    // Bun runs TypeScript directly, and this repository's compiler has no programming interface.
    tsconfigFile: "none",
    ignorePatterns: NOT_COPIED,
    tempDirName: ".stryker-tmp",
    cleanTempDir: "always",
    allowEmpty: true,
    reporters: ["json"],
    jsonReporter: { fileName: reportPath },
    checkers: [],
    plugins: [],
    thresholds: { high: 90, low: 90, break: null },
    logLevel: "warn",
  };
  writeFileSync(configPath, JSON.stringify(config, null, 2));
  const stryker = join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const { status } = spawnSync("node", [stryker, "run", configPath], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error(`Mutation testing of ${file} ended with status ${status}`);
  const mutants = Object.values(report.parse(JSON.parse(readFileSync(reportPath, "utf8"))).files).flatMap(
    ({ mutants }) => mutants,
  );
  const withStatus = (name: string) => mutants.filter(({ status }) => status === name);
  const timedOut = withStatus("Timeout").length;
  return {
    killed: withStatus("Killed").length + timedOut,
    timedOut,
    survivors: withStatus("Survived").map(({ location, mutatorName, replacement = "" }) => ({
      line: location.start.line,
      column: location.start.column,
      mutator: mutatorName,
      replacement,
    })),
  };
}
