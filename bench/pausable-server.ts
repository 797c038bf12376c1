import { type ThreadTimes, threadTimes, treePids, usedNs } from "./procfs.ts";
import type { BenchServer } from "./servers.ts";

/**
 * A server that can be stopped while others are measured. Even without requests, a runtime goes on compiling and
 * collecting garbage, which would cost the others time, and save this server that time in its own turns.
 */
export class PausableServer {
  readonly #server: BenchServer;

  constructor(server: BenchServer) {
    this.#server = server;
  }

  get url(): string {
    return this.#server.url;
  }

  /**
   * Lets the server run until the work is done, and then stops it. `cpuNs` is the CPU time of all its threads and of
   * its PostgreSQL, in nanoseconds.
   */
  async during<Result>(
    work: (server: BenchServer) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly cpuNs: number }> {
    const before = this.cpuTime();
    this.#signal("SIGCONT");
    const result = await work(this.#server);
    this.#signal("SIGSTOP");
    return { result, cpuNs: usedNs(before, this.cpuTime()) };
  }

  /** The CPU time of all threads of the server and of its PostgreSQL until now. */
  cpuTime(): ThreadTimes {
    return threadTimes(this.#pids());
  }

  /** Ends the server. */
  async end(): Promise<void> {
    this.#signal("SIGCONT");
    await this.#server.stop();
  }

  #pids(): readonly number[] {
    const { pid, postgres } = this.#server;
    return treePids(postgres ? [pid, postgres.pid] : [pid]);
  }

  #signal(signal: "SIGSTOP" | "SIGCONT"): void {
    for (const pid of this.#pids()) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended after its parent was asked for it.
      }
    }
  }
}
