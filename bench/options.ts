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
  /** Writes the results into docs/ instead of var/bench/. */
  readonly publish: boolean;
}

const USAGE = `npm run bench -- [options]
  --rounds N       rounds of every measurement (7)
  --seconds N      seconds of a measurement (2)
  --parts A,B      of ${PARTS.join(", ")} (all)
  --cases A,B      of ${CASES.map(({ id }) => id).join(", ")} (all)
  --publish        write the results to docs/ instead of var/bench/`;

/** The options of a command line, or what is wrong with them. */
export function readOptions(args: readonly string[]): BenchOptions | { readonly usage: string } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "7" },
      seconds: { type: "string", default: "2" },
      parts: { type: "string", default: PARTS.join(",") },
      cases: { type: "string", default: CASES.map(({ id }) => id).join(",") },
      publish: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const parts = values.parts.split(",").flatMap((name) => PARTS.filter((part) => part === name));
  const cases = values.cases.split(",");
  const isRight =
    Number.isInteger(rounds) &&
    rounds > 0 &&
    Number.isInteger(seconds) &&
    seconds > 0 &&
    parts.length === values.parts.split(",").length &&
    cases.every((name) => CASES.some(({ id }) => id === name));
  if (values.help || !isRight) return { usage: USAGE };
  return {
    parts: new Set(parts),
    cases: new Set([...cases, "node", "bun", "city"]),
    rounds,
    seconds,
    publish: values.publish,
  };
}
