import { expect, test } from "bun:test";
import { safety } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { serveProgram } from "../support/served-program.ts";
import { until } from "../support/until.ts";

test("the exit code of the health command shows whether the local service is ready, or responds at all", async () => {
  const settings = { PORT: String(await freePort()) };
  for (const flags of [[], ["--live"]]) {
    const absent = await safety(settings, "health", ...flags);
    expect([absent.exitCode, absent.note]).toEqual([1, expect.stringContaining("does not respond")]);
  }
  const program = await serveProgram({ ...settings, DRAIN_S: "600" });
  for (const flags of [[], ["--live"]]) expect((await safety(settings, "health", ...flags)).exitCode).toBe(0);
  program.kill("SIGTERM");
  await until("the service is not ready", async () => !(await fetch(`${program.url}/readyz`)).ok);
  const draining = await safety(settings, "health");
  expect([draining.exitCode, draining.note]).toEqual([1, expect.stringContaining("/readyz answers 503")]);
  expect((await safety(settings, "health", "--live")).exitCode).toBe(0);
  program.kill("SIGKILL");
  await program.exited;
});
