import { describe, expect, test } from "bun:test";
import { run } from "../support/command.ts";

const LOG = new URL("../../src/main/service-log.ts", import.meta.url).pathname;

/** Opens files until the limit is reached. */
const TAKE_ALL_FILES = `
  import { openSync } from "node:fs";
  try { for (;;) openSync("/dev/null", "r"); } catch {}`;

/**
 * The output of a process that logs at each level and exits right after the last line, without another turn of its
 * event loop.
 */
async function linesAt(level: string, before = ""): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const program = `
    import { createLog } from ${JSON.stringify(LOG)};
    const log = createLog(${JSON.stringify(level)});
    ${before}
    for (const each of ["debug", "info", "warn", "error"]) log[each]({ each }, "a line");
    process.exit(7);`;
  const limited = ["sh", "-c", 'ulimit -n 128; exec "$0" -e "$1"', process.execPath, program];
  const { exitCode, out, note: text } = await run(limited);
  expect([exitCode, out]).toEqual([7, ""]);
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

describe("the log", () => {
  test("has one object per line, including the last one if the process exits right after it", async () => {
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/);
    expect(await linesAt("info")).toEqual(
      ["info", "warn", "error"].map((level) => ({ level, time, each: level, msg: "a line" })),
    );
  });

  test.each(["info", "error", "silent"])(
    "at level %s has the same lines if no more files can be opened",
    async (level) => {
      const untimed = (lines: readonly object[]) => lines.map((line) => ({ ...line, time: "" }));
      expect(untimed(await linesAt(level, TAKE_ALL_FILES))).toEqual(untimed(await linesAt(level)));
    },
  );
});

test("an error is logged with its causes, and anything else that was thrown as text", async () => {
  const program = `
    import { createLog } from ${JSON.stringify(LOG)};
    const log = createLog("info");
    const circle = new Error("circle");
    circle.cause = circle;
    const errors = [new Error("no page", { cause: new TypeError("no store") }), "a text", undefined, circle];
    for (const error of errors) log.error({ error }, "a line");`;
  const child = Bun.spawn([process.execPath, "-e", program], { stdio: ["ignore", "ignore", "pipe"] });
  const lines = (await new Response(child.stderr).text()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).error)).toEqual([
    "Error: no page; caused by TypeError: no store",
    "a text",
    undefined,
    expect.stringMatching(/^Error: circle(; caused by Error: circle){4}$/),
  ]);
});

test.each(["debug", "error"])("a line of level %s that cannot be written fails no request", async (level) => {
  const program = `
    import { createLog } from ${JSON.stringify(LOG)};
    createLog("debug")[${JSON.stringify(level)}]({}, "a line");
    process.exit(7);`;
  const child = Bun.spawn(["sh", "-c", 'exec "$0" -e "$1" 2>/dev/full', process.execPath, program]);
  expect(await child.exited).toBe(7);
});
