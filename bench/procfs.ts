import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second in /proc (USER_HZ). Linux fixes it at 100 for user space on all common machines. */
const TICKS_PER_SECOND = 100;
const MS_PER_TICK = 1_000 / TICKS_PER_SECOND;

/** CPU time since the machine started, in milliseconds over all cores. */
export interface MachineTime {
  /** Time in processes: user, nice, and system. Interrupts are excluded, because they are not charged to a process. */
  readonly processesMs: number;
  /** Time that the host gave to other guests. */
  readonly stolenMs: number;
}

export function machineTime(): MachineTime {
  const line = readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "";
  const [user = 0, nice = 0, system = 0, , , , , steal = 0] = line.trim().split(/\s+/).slice(1).map(Number);
  return { processesMs: (user + nice + system) * MS_PER_TICK, stolenMs: steal * MS_PER_TICK };
}

interface ProcessStat {
  readonly parent: number;
  readonly ownTicks: number;
  /** Time of child processes that ended and were waited for. */
  readonly reapedTicks: number;
}

/** CPU time of the processes `roots` and all their descendants, running or waited for, in milliseconds. */
export function treeTimeMs(roots: readonly number[]): number {
  const all = processTable();
  let ticks = 0;
  for (const pid of treeOf(roots, all)) {
    const stat = all.get(pid);
    if (stat) ticks += stat.ownTicks + stat.reapedTicks;
  }
  return ticks * MS_PER_TICK;
}

/** The processes `roots` and their descendants. */
export function treePids(roots: readonly number[]): readonly number[] {
  return [...treeOf(roots, processTable())];
}

/** CPU time in nanoseconds by thread. Unlike the times in ticks, it is exact for a few milliseconds too. */
export type ThreadTimes = ReadonlyMap<string, number>;

/** The times of all threads of some processes. */
export function threadTimes(pids: readonly number[]): ThreadTimes {
  const times = new Map<string, number>();
  for (const pid of pids) {
    for (const path of threadPaths(pid)) {
      const text = readOrEmpty(path);
      if (text !== "") times.set(path, Number(text.split(" ")[0]));
    }
  }
  return times;
}

function threadPaths(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
  } catch {
    return [];
  }
}

/** CPU time in nanoseconds between two readings, without threads that ended in between. */
export function usedNs(before: ThreadTimes, after: ThreadTimes): number {
  let ns = 0;
  for (const [thread, time] of after) ns += time - (before.get(thread) ?? 0);
  return ns;
}

/** Memory of the processes `roots` and their descendants in bytes. Shared pages are divided among their users (PSS). */
export function treeMemoryBytes(roots: readonly number[]): number {
  let bytes = 0;
  for (const pid of treeOf(roots, processTable())) {
    const kib = /^Pss:\s+(\d+) kB$/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1];
    bytes += Number(kib ?? 0) * 1024;
  }
  return bytes;
}

function treeOf(roots: readonly number[], all: ReadonlyMap<number, ProcessStat>): Set<number> {
  const tree = new Set(roots);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [pid, { parent }] of all) {
      if (tree.has(parent) && !tree.has(pid)) {
        tree.add(pid);
        grown = true;
      }
    }
  }
  return tree;
}

function processTable(): ReadonlyMap<number, ProcessStat> {
  const table = new Map<number, ProcessStat>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = readOrEmpty(`/proc/${name}/stat`);
    // The second field is the program's name in parentheses and may contain anything; the other fields follow its last
    // parenthesis.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [, parent, , , , , , , , , , user, system, reapedUser, reapedSystem] = fields.map(Number);
    if (parent === undefined || reapedSystem === undefined) continue;
    table.set(Number(name), {
      parent,
      ownTicks: (user ?? 0) + (system ?? 0),
      reapedTicks: (reapedUser ?? 0) + reapedSystem,
    });
  }
  return table;
}

/** A process may end between two reads. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
