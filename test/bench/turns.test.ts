import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Measurement } from "../../bench/measure.ts";
import { PausableServer } from "../../bench/pausable-server.ts";
import { usedNs } from "../../bench/procfs.ts";
import { withTurns } from "../../bench/turns.ts";

const ALONE: Measurement = {
  requestsPerSecond: 90_000,
  requests: 90_000,
  p50Ms: 1,
  p90Ms: 2,
  p99Ms: 3,
  memoryBytes: 60_000_000,
  serverCpu: 0.99,
  loadCpu: 0.5,
  otherCpu: 0.01,
  stolenCpu: 0,
  disturbed: false,
};

test("speed and CPU time are from a server's own turns, latency and memory from the load alone", () => {
  const slow = { ...ALONE, p99Ms: 40, disturbed: true };
  const measured = withTurns(
    [ALONE, slow],
    [
      { requests: 50_000, activeMs: 1_250, cpuMs: 1_000 },
      { requests: 9_000, activeMs: 900, cpuMs: 450 },
    ],
  );
  expect(measured).toEqual([
    { ...ALONE, requests: 50_000, requestsPerSecond: 40_000, serverCpu: 0.8 },
    { ...slow, requests: 9_000, requestsPerSecond: 10_000, serverCpu: 0.5 },
  ]);
});

const STOPS_WITHIN_MS = 2_000;

test("a server uses CPU time during its turn only, and can still be ended", async () => {
  const child = Bun.spawn(["sh", "-c", "while :; do :; done"]);
  const stop = async () => {
    child.kill("SIGTERM");
    await Promise.race([child.exited, Bun.sleep(STOPS_WITHIN_MS)]);
  };
  const server = new PausableServer({ name: "busy", url: "http://127.0.0.1", pid: child.pid, stop });
  try {
    for (let turn = 0; turn < 3; turn++) {
      const { result, cpuNs } = await server.during(async () => {
        const before = server.cpuTime();
        while (usedNs(before, server.cpuTime()) === 0) await Bun.sleep(1);
        return turn;
      });
      expect([result, cpuNs > 0]).toEqual([turn, true]);
      for (const deadline = Date.now() + STOPS_WITHIN_MS; Date.now() < deadline && !isStopped(child.pid); ) {
        await Bun.sleep(1);
      }
      const after = server.cpuTime();
      await Bun.sleep(20);
      expect(usedNs(after, server.cpuTime())).toBe(0);
    }
  } finally {
    await server.end();
    child.kill("SIGKILL");
    await child.exited;
  }
  expect(child.signalCode).toBe("SIGTERM");
});

/** False for a process that has not yet received its signal. */
function isStopped(pid: number): boolean {
  return readFileSync(`/proc/${pid}/status`, "utf8").includes("State:\tT");
}
