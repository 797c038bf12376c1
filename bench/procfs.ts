import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second in /proc (USER_HZ): 100 on all common machines. */
const MS_PER_TICK = 10;

/** CPU time that processes and all their descendants have used, in milliseconds. */
export function cpuMs(roots: readonly number[]): number {
  const table = processTable();
  const ticks = (pid: number): number => {
    const children = [...table].filter(([, { parent }]) => parent === pid).map(([child]) => ticks(child));
    return children.reduce((sum, one) => sum + one, table.get(pid)?.ticks ?? 0);
  };
  return roots.reduce((sum, pid) => sum + ticks(pid), 0) * MS_PER_TICK;
}

/** CPU time that the threads of a process have used, in microseconds. */
export function threadsUs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => Number(readOrEmpty(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0]));
  return times.reduce((sum, ns) => sum + ns, 0) / 1_000;
}

interface ProcessStat {
  readonly parent: number;
  /** Its own, and those of children that ended. */
  readonly ticks: number;
}

function processTable(): ReadonlyMap<number, ProcessStat> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid) => {
      const text = readOrEmpty(`/proc/${pid}/stat`);
      // The second field is the program's name in parentheses and may contain anything.
      const fields = text
        .slice(text.lastIndexOf(")") + 2)
        .split(" ")
        .map(Number);
      const [, parent, , , , , , , , , , ...times] = fields;
      if (parent === undefined) return [];
      return [[Number(pid), { parent, ticks: times.slice(0, 4).reduce((sum, one) => sum + one, 0) }]];
    }),
  );
}

/** Memory of a process in bytes. Shared pages are divided among their users (PSS). */
export function memoryBytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1_024;
}

/** The same with all pages that it shares, such as the runtime's: what it would take alone on a machine (RSS). */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0) * 1_024;
}

/** Bytes that a process has caused to be written to a disk: those of its log and its checkpoints, not of its sockets. */
export function writtenBytes(pid: number): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readOrEmpty(`/proc/${pid}/io`))?.[1] ?? 0);
}

/** The most that a process has had in memory, in bytes. */
export function peakMemoryBytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0) * 1_024;
}

/** A process may end between two reads. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
