import type { Config } from "./config.ts";
import { localUrl } from "./config.ts";
import { isInsideExecutable } from "./paths.ts";
import { CommandError, type Terminal } from "./terminal.ts";

const RESTART_DELAY_MS = 500;
/** A worker that ends this often before it was ever ready will not get better by itself. */
const MAX_FAILED_STARTS = 3;

type Worker = ReturnType<typeof Bun.spawn>;

/**
 * Runs `count` workers of this very program on one port and keeps them running; ends when it is told to stop, after the
 * last worker has ended. @throws CommandError when the workers cannot start.
 */
export function superviseWorkers(terminal: Terminal, config: Config, count: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const workers = new Set<Worker>();
  let ready = 0;
  let failedStarts = 0;
  let stopping = false;

  const start = (index: number) => {
    let isReady = false;
    const worker = Bun.spawn({
      cmd: selfCommand(),
      env: { ...terminal.environment, ...metricsPortOf(config, index) },
      stdio: ["ignore", "inherit", "inherit"],
      ipc: () => {
        isReady = true;
        ready += 1;
        if (ready === count) terminal.out(`${count} processes on ${localUrl(config.HOST, config.PORT)}\n\n`);
      },
      onExit: () => {
        workers.delete(worker);
        if (!stopping && !isReady) failedStarts += 1;
        if (!stopping && failedStarts >= MAX_FAILED_STARTS) {
          stop();
          reject(new CommandError("The processes do not start; the lines above say why."));
        } else if (stopping) {
          if (workers.size === 0) resolve();
        } else {
          setTimeout(() => stopping || start(index), RESTART_DELAY_MS);
        }
      },
    });
    workers.add(worker);
  };
  const stop = () => {
    stopping = true;
    for (const worker of workers) worker.kill("SIGTERM");
    if (workers.size === 0) resolve();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", () => {
    for (const worker of workers) worker.kill("SIGHUP");
  });
  for (let index = 0; index < count; index++) start(index);
  return promise;
}

/** Workers share one port for requests, but each has counts of its own to be scraped. */
function metricsPortOf({ METRICS_PORT }: Config, index: number): { readonly METRICS_PORT?: string } {
  return METRICS_PORT === undefined || METRICS_PORT === 0 ? {} : { METRICS_PORT: String(METRICS_PORT + index) };
}

/** The command line of a single serving process: the runtime with this program, or the one-file executable. */
function selfCommand(): string[] {
  const script = process.argv[1] ?? "";
  return isInsideExecutable(script) ? [process.execPath, "serve"] : [process.execPath, script, "serve"];
}
