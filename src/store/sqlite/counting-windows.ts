import { laterWindow } from "../../access/counting.ts";
import { WINDOW_POLICIES, type Window, type WindowPolicy } from "../../base/window.ts";

export type WindowsByPolicy = Readonly<Record<WindowPolicy, Window>>;
/** The starts of windows; null if there is none. */
export type NewestWindows = Record<WindowPolicy, number | null>;

const NONE: Readonly<NewestWindows> = { month: null, day: null };

/** The windows to count in: the clock's, or later ones that already have counts. */
export class CountingWindows {
  #inTables = NONE;
  /** The newest ones that only the journal has. */
  #inJournal: NewestWindows = { ...NONE };
  #current: WindowsByPolicy | null = null;

  foundInTables(newest: Readonly<NewestWindows> | null): void {
    this.#inTables = newest ?? NONE;
  }

  addedToJournal(policy: WindowPolicy, startMs: number): void {
    this.#inJournal[policy] = startMs;
  }

  journalIsWritten(newestInTables: Readonly<NewestWindows> | null): void {
    this.#inJournal = { ...NONE };
    this.foundInTables(newestInTables);
  }

  /** The same object until one of the windows changes. */
  at(nowMs: number): WindowsByPolicy {
    const latestMs = (policy: WindowPolicy) =>
      Math.max(nowMs, this.#inTables[policy] ?? 0, this.#inJournal[policy] ?? 0);
    const known = this.#current;
    if (known !== null && WINDOW_POLICIES.every((policy) => isIn(known[policy], latestMs(policy)))) return known;
    this.#current = {
      month: laterWindow("month", nowMs, latestMs("month")),
      day: laterWindow("day", nowMs, latestMs("day")),
    };
    return this.#current;
  }
}

function isIn({ startMs, endMs }: Window, ms: number): boolean {
  return startMs <= ms && ms < endMs;
}
