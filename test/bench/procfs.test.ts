import { expect, test } from "bun:test";
import { threadTimes, treePids, usedNs } from "../../bench/procfs.ts";

test("the time between two readings includes new threads, and leaves out those that ended", () => {
  const before = new Map([
    ["main", 1_000],
    ["ended", 5_000],
  ]);
  const after = new Map([
    ["main", 1_700],
    ["new", 40],
  ]);
  expect(usedNs(before, after)).toBe(740);
});

test("the time of a busy process is counted, and a child process is part of the tree", async () => {
  const child = Bun.spawn(["sh", "-c", "while :; do :; done"]);
  try {
    const pids = treePids([process.pid]);
    expect(pids).toContain(child.pid);
    const before = threadTimes([child.pid]);
    expect(before.size).toBe(1);
    while (usedNs(before, threadTimes([child.pid])) === 0) await Bun.sleep(1);
    expect(threadTimes([process.pid]).size).toBeGreaterThan(1);
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
});
