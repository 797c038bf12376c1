import type { Log } from "../base/log.ts";

export type Background = ReturnType<typeof createBackground>;

/** Work that continues after its response. */
export function createBackground(log: Log) {
  const all = new Set<Promise<void>>();
  return {
    run(work: () => Promise<void>): void {
      const running = work().catch((error: unknown) => log.error({ error }, "a task after a response failed"));
      all.add(running);
      running.finally(() => all.delete(running));
    },

    async close(): Promise<void> {
      await Promise.all(all);
    },
  };
}
