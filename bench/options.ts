import { parseArgs } from "node:util";
import { CASES } from "./comparison.ts";

export const PARTS = [
  "cases",
  "runs",
  "beside",
  "steps",
  "memory",
  "start",
  "soak",
  "places",
  "connections",
  "processes",
  "keys",
] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  readonly parts: ReadonlySet<Part>;
  /** Case ids; the references are always among them. */
  readonly cases: ReadonlySet<string>;
  readonly rounds: number;
  readonly seconds: number;
  /** Writes the results into docs/ as well. */
  readonly publish: boolean;
  /** Goes on from the results in var/bench/: measures only what is missing in them. */
  readonly resume: boolean;
  /** One short round of everything, in small stores, to try the benchmark itself. */
  readonly quick: boolean;
}

const USAGE = `npm run bench -- [options]
  --rounds N       rounds of every measurement (7)
  --seconds N      seconds of a measurement (2)
  --parts A,B      of ${PARTS.join(", ")} (all)
  --cases A,B      of ${CASES.map(({ id }) => id).join(", ")} (all)
  --publish        write the results to docs/, not only to var/bench/
  --resume         measure only what the results in var/bench/ lack, if they are of the same commit and options
  --quick          one round of one second of everything, in small stores: tries the benchmark itself, and is never published`;

/** The options of a command line, or what is wrong with them. */
export function readOptions(args: readonly string[]): BenchOptions | { readonly usage: string } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string" },
      seconds: { type: "string" },
      parts: { type: "string", default: PARTS.join(",") },
      cases: { type: "string", default: CASES.map(({ id }) => id).join(",") },
      publish: { type: "boolean", default: false },
      resume: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { publish, resume, quick } = values;
  const usual = quick ? { rounds: 1, seconds: 1 } : { rounds: 7, seconds: 2 };
  const rounds = Number(values.rounds ?? usual.rounds);
  const seconds = Number(values.seconds ?? usual.seconds);
  const parts = values.parts.split(",").flatMap((name) => PARTS.filter((part) => part === name));
  const cases = values.cases.split(",");
  const isRight =
    Number.isInteger(rounds) &&
    rounds > 0 &&
    Number.isInteger(seconds) &&
    seconds > 0 &&
    !(publish && quick) &&
    parts.length === values.parts.split(",").length &&
    cases.every((name) => CASES.some(({ id }) => id === name));
  if (values.help || !isRight) return { usage: USAGE };
  return {
    parts: new Set(parts),
    cases: new Set([...cases, "node", "bun", "city"]),
    rounds,
    seconds,
    publish,
    resume,
    quick,
  };
}
