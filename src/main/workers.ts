import type { Config } from "./config.ts";
import { localUrl } from "./config.ts";
import { createLog } from "./log.ts";
import { isInsideExecutable } from "./paths.ts";
import { refusePortInUse } from "./port.ts";
import { CommandError, type Terminal } from "./terminal.ts";

const RESTART_DELAY_MS = 500;
/** Maximum delay before restarting a worker that keeps failing, for example while the store is unavailable. */
const MAX_RESTART_DELAY_MS = 5_000;
/** If no worker was ever ready, the service ends after this many failed starts: the settings are probably wrong. */
const MAX_FAILED_STARTS = 3;

type Worker = ReturnType<typeof Bun.spawn>;

/**
 * Runs `count` workers of this program on one port and replaces each one that ends. On a stop signal, it ends after the
 * last worker. Workers always end with it. @throws CommandError if the port is in use, or if the workers never start.
 */
export async function superviseWorkers(terminal: Terminal, config: Config, count: number): Promise<void> {
  refusePortInUse(config);
  const log = createLog(config.LOG_LEVEL);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const workers = new Set<Worker>();
  let greeted = false;
  let wasReady = false;
  let failedStarts = 0;
  let stopping = false;

  const greet = (ready: number) => {
    wasReady = true;
    if (greeted || ready < count) return;
    greeted = true;
    terminal.out(`${count} processes on ${localUrl(config.HOST, config.PORT)}\n\n`);
  };
  const ready = new Set<number>();

  const start = (index: number, failures: number) => {
    const worker = Bun.spawn({
      cmd: selfCommand(),
      env: { ...terminal.environment, ...metricsPortOf(config, index) },
      stdio: ["ignore", "inherit", "inherit"],
      ipc: () => {
        ready.add(index);
        greet(ready.size);
      },
      onExit: (_, exitCode, signal) => {
        workers.delete(worker);
        const startedWell = ready.delete(index);
        if (!startedWell) failedStarts += 1;
        if (stopping) {
          if (workers.size === 0) resolve();
          return;
        }
        const failuresNow = startedWell ? 0 : failures + 1;
        const restartInMs = Math.min(RESTART_DELAY_MS * 2 ** failuresNow, MAX_RESTART_DELAY_MS);
        log.error({ process: index, pid: worker.pid, exitCode, signal, restartInMs }, "a process ended");
        if (!wasReady && failedStarts >= MAX_FAILED_STARTS) {
          // Before `stop`, which resolves if no worker is left.
          reject(new CommandError("The processes do not start; the log above says why."));
          stop("SIGTERM");
        } else {
          setTimeout(() => stopping || start(index, failuresNow), restartInMs);
        }
      },
    });
    workers.add(worker);
    if (greeted) log.info({ process: index, pid: worker.pid }, "started a process to replace one that ended");
  };
  const stop = (signal: "SIGTERM" | "SIGINT") => {
    stopping = true;
    for (const worker of workers) worker.kill(signal);
    if (workers.size === 0) resolve();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", () => {
    for (const worker of workers) worker.kill("SIGHUP");
  });
  for (let index = 0; index < count; index++) start(index, 0);
  await promise;
  log.flush();
}

/** Workers share one port for requests, but each has its own metrics. */
function metricsPortOf({ METRICS_PORT }: Config, index: number): { readonly METRICS_PORT?: string } {
  return METRICS_PORT === undefined || METRICS_PORT === 0 ? {} : { METRICS_PORT: String(METRICS_PORT + index) };
}

/** The command line of one serving process: the runtime with this program, or the one-file executable. */
function selfCommand(): string[] {
  const script = process.argv[1] ?? "";
  return isInsideExecutable(script) ? [process.execPath, "serve"] : [process.execPath, script, "serve"];
}
