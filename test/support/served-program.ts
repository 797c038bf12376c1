import { join } from "node:path";
import { type Environment, PROGRAM, SECRET } from "./command.ts";
import { freePort } from "./free-port.ts";
import { scratchFolder } from "./scratch.ts";
import { stopAtEnd } from "./stop-at-end.ts";

/** `safety serve` as a separate process, which a test may signal or kill. */
export interface ServedProgram {
  readonly url: string;
  readonly databaseUrl: string;
  /** "" without metrics. */
  readonly metricsUrl: string;
  readonly folder: string;
  readonly pid: number;
  /** Standard output until it answered: the greeting, with the first test key for a new store. */
  readonly greeting: string;
  readonly exited: Promise<number>;
  /** Sends a signal, by default SIGKILL: no handler runs, nothing is flushed. Resolves once the program has ended. */
  kill(signal?: NodeJS.Signals): Promise<number>;
  /** Everything on standard error so far. */
  log(): string;
  /** Sends SIGTERM and waits until requests in flight are done. */
  stop(): Promise<void>;
}

const ADDRESS = /http:\/\/[\w.:[\]]+/;

export interface CommandLine {
  /** Precedes the program on the command line, for example `prlimit`. */
  readonly prefix?: readonly string[];
  /** By default the repository's own. */
  readonly program?: string;
  /** Arguments of `serve`. */
  readonly args?: readonly string[];
  /** It also runs for later tests than the one that starts it: its caller stops it. */
  readonly runsOn?: boolean;
}

/**
 * Starts the program on a free port with an embedded store in its own folder, unless `environment` says otherwise. It stops
 * at the end of the test or file.
 */
export async function serveProgram(
  environment: Environment = {},
  { prefix = [], program = PROGRAM, args = [], runsOn = false }: CommandLine = {},
): Promise<ServedProgram> {
  const folder = scratchFolder("program");
  const databaseUrl = environment["DATABASE_URL"] ?? `sqlite:${join(folder, "store.sqlite")}`;
  const child = Bun.spawn([...prefix, process.execPath, program, "serve", ...args], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      ...environment,
      DATABASE_URL: databaseUrl,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = (signal: NodeJS.Signals = "SIGKILL") => {
    child.kill(signal);
    return child.exited;
  };
  const stop = async () => void (await kill("SIGTERM"));
  if (!runsOn) stopAtEnd(stop);
  let log = "";
  const reading = readAll(child.stderr, (text) => {
    log += text;
  });
  const greeting = await greetingIn(child.stdout);
  const url = ADDRESS.exec(greeting)?.[0];
  if (url === undefined) {
    await reading;
    throw new Error(`the program did not start: ${greeting}${log}`);
  }
  return {
    url,
    databaseUrl,
    metricsUrl: /metrics +(\S+)/.exec(greeting)?.[1] ?? "",
    folder,
    pid: child.pid,
    greeting,
    exited: child.exited,
    kill,
    log: () => log,
    stop,
  };
}

export interface ServiceSettings {
  readonly databaseUrl: string;
  readonly port?: number;
  /** Precedes the command line, for example `prlimit`. */
  readonly prefix?: readonly string[];
}

/** Starts the program without a log, on a port that nothing else takes while it is down. */
export async function startService({ databaseUrl, port, prefix = [] }: ServiceSettings): Promise<ServedProgram> {
  const environment = {
    LOG_LEVEL: "silent",
    SECRET,
    PORT: String(port ?? (await freePort())),
    DATABASE_URL: databaseUrl,
  };
  return serveProgram(environment, { prefix });
}

/** The text up to the empty line that ends the greeting. */
export async function greetingIn(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!text.endsWith("\n\n")) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

async function readAll(stream: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) take(decoder.decode(chunk, { stream: true }));
}
