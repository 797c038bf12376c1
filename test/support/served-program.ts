import { join } from "node:path";
import { type Environment, PROGRAM } from "./command.ts";
import { scratchFolder } from "./scratch.ts";
import { stopAtEnd } from "./stop-at-end.ts";

/** `safety serve` as a separate process, which a test may signal or kill. */
export interface ServedProgram {
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  /** Standard output until it answered: the greeting, with the first test key for a new store. */
  readonly greeting: string;
  readonly exited: Promise<number>;
  kill(signal: NodeJS.Signals): void;
  /** Everything on standard error so far. */
  log(): string;
  /** Sends SIGTERM and waits until requests in flight are done. */
  stop(): Promise<void>;
}

const ADDRESS = /http:\/\/[\w.:[\]]+/;

export interface CommandLine {
  /** Precedes the program on the command line, for example `prlimit`. */
  readonly prefix?: readonly string[];
  /** Arguments of `serve`. */
  readonly args?: readonly string[];
}

/**
 * Starts the program on a free port with an embedded store in its own folder, unless `environment` says otherwise. It stops
 * at the end of the test or file.
 */
export async function serveProgram(
  environment: Environment = {},
  { prefix = [], args = [] }: CommandLine = {},
): Promise<ServedProgram> {
  const folder = scratchFolder("program");
  const child = Bun.spawn([...prefix, process.execPath, PROGRAM, "serve", ...args], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}`,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await child.exited;
  };
  stopAtEnd(stop);
  let log = "";
  const reading = readAll(child.stderr, (text) => {
    log += text;
  });
  const greeting = await firstText(child.stdout);
  const url = ADDRESS.exec(greeting)?.[0];
  if (url === undefined) {
    await reading;
    throw new Error(`the program did not start: ${greeting}${log}`);
  }
  return {
    url,
    folder,
    pid: child.pid,
    greeting,
    exited: child.exited,
    kill: (signal) => child.kill(signal),
    log: () => log,
    stop,
  };
}

/** The text up to the empty line that ends the greeting. */
async function firstText(stream: ReadableStream<Uint8Array>): Promise<string> {
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
