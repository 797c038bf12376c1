import { describe, expect, test } from "bun:test";

const LOG = new URL("../../src/main/log.ts", import.meta.url).pathname;

/** What a process writes that logs at each level and ends on the last line, without a turn of its event loop. */
async function linesAt(level: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const program = `
    import { createLog } from ${JSON.stringify(LOG)};
    const log = createLog(${JSON.stringify(level)});
    for (const each of ["debug", "info", "warn", "error"]) log[each]({ each }, "a line");
    process.exit(7);`;
  const child = Bun.spawn([process.execPath, "-e", program], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, text] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect([await child.exited, out]).toEqual([7, ""]);
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

describe("the log", () => {
  test("has one object a line, the last one also where the process ends on it", async () => {
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/);
    expect(await linesAt("info")).toEqual(
      ["info", "warn", "error"].map((level) => ({ level, time, each: level, msg: "a line" })),
    );
  });

  test.each([
    ["trace", 4],
    ["debug", 4],
    ["warn", 2],
    ["error", 1],
    ["fatal", 0],
    ["silent", 0],
  ])("at level %s has %d of a line at each level", async (level, count) => {
    expect(await linesAt(level)).toHaveLength(count);
  });
});
