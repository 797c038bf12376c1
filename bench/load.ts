import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { LOAD_CORE } from "./server-process.ts";

const SCRIPT = fileURLToPath(new URL("load.lua", import.meta.url));

/** A server that has not answered by then is broken, not slow. */
const MAX_SECONDS = 15;
/** A load with pauses is ended by the benchmark, and ends by itself only if the benchmark has ended before. */
const MAX_PAUSING_SECONDS = 120;
const INTERRUPT_EVERY_MS = 100;

export interface LoadRequest {
  readonly method: "GET" | "POST";
  /** Encoded path with its leading slash. */
  readonly path: string;
  /** "" if the path needs none. */
  readonly key: string;
  /** JSON, unless `headers` have another content type; "" for none. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The expected answers. `bodies`: one of these texts; `contains`: has this text. */
export type Expectation =
  | { readonly status: number; readonly bodies: readonly string[] }
  | { readonly status: number; readonly contains: string }
  /** Any answer: this load itself is not measured. */
  | { readonly status: null };

/** Requests and their expected answers, as files for the load generator. */
export interface LoadFiles {
  readonly requestsPath: string;
  /** The second argument of load.lua. */
  readonly expect: string;
  /** null for any. */
  readonly status: number | null;
  /** Sent once before the load, so that code loaded on first use does not affect a measurement. */
  readonly first: LoadRequest;
}

const loadResult = z.strictObject({
  requests: z.number(),
  durationUs: z.number(),
  bytes: z.number(),
  statusOver399: z.number(),
  socketErrors: z.number(),
  timeouts: z.number(),
  p50Us: z.number(),
  p90Us: z.number(),
  p99Us: z.number(),
  maxUs: z.number(),
  wrong: z.number(),
  wrongExample: z.string(),
});
export type LoadResult = z.infer<typeof loadResult> & {
  /** CPU time of the load generator. If it is close to the duration, the generator was the limit. */
  readonly loadCpuMs: number;
};

export interface LoadOptions {
  readonly url: string;
  readonly files: LoadFiles;
  readonly connections: number;
  readonly seconds: number;
  /** Whether each answer is compared, which costs the load generator as much as the request itself. */
  readonly checked: boolean;
}

export function writeLoadFiles(
  folder: string,
  name: string,
  requests: readonly LoadRequest[],
  expectation: Expectation,
): LoadFiles {
  const requestsPath = join(folder, `${name}.requests`);
  writeFileSync(
    requestsPath,
    lines(
      requests.map(({ method, path, key, body, headers = {} }) =>
        [method, path, key, fields(headers), body].join("\t"),
      ),
    ),
  );
  const [first] = requests;
  if (first === undefined) throw new RangeError(`the load ${name} has no requests`);
  const { status } = expectation;
  if (status === null) return { requestsPath, status, expect: "", first };
  if ("contains" in expectation) return { requestsPath, status, expect: `${status}:${expectation.contains}`, first };
  const bodiesPath = join(folder, `${name}.bodies`);
  writeFileSync(bodiesPath, lines(expectation.bodies));
  return { requestsPath, status, expect: `${status}@${bodiesPath}`, first };
}

/** Sends the first request of a load, without a time limit. */
export async function sendFirst(url: string, { first }: LoadFiles): Promise<void> {
  const { method, path, key, body, headers = {} } = first;
  const contentType = body === "" ? {} : { "Content-Type": "application/json" };
  const init = { method, headers: { "X-API-Key": key, ...contentType, ...headers } };
  await (await fetch(`${url}${path}`, body === "" ? init : { ...init, body })).arrayBuffer();
}

/**
 * One run of wrk on the load core, repeated for longer if it was too short for any answer. @throws Error on a wrong
 * status, a wrong body, a broken connection, or a timeout.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  for (let { seconds } = options; ; seconds *= 4) {
    const result = await runOnce({ ...options, seconds });
    if (result !== null) return result;
    if (seconds > MAX_SECONDS) throw new Error(`no answer from ${options.url} in ${seconds} seconds`);
  }
}

/** A load that pauses between its turns, so that several servers can take turns of milliseconds. */
export interface PausingLoad {
  /** Sends requests for so long, then pauses. */
  turn(ms: number): Promise<void>;
  /** A last, short turn, which ends the load. @throws Error on a wrong status or a broken connection. */
  finish(): Promise<{ readonly requests: number /** Without the pauses. */; readonly activeMs: number }>;
  /** Ends the load at once, without a result; nothing if it has ended. */
  stop(): void;
}

/** A load that has read its requests, and whose first turn is still to come. */
export async function startPausingLoad(options: Omit<LoadOptions, "seconds" | "checked">): Promise<PausingLoad> {
  const wrk = spawnWrk({ ...options, seconds: MAX_PAUSING_SECONDS, checked: false }, "pipe");
  const [ready, output] = wrk.stdout.tee();
  await firstOutput(ready);
  wrk.kill("SIGSTOP");
  wrk.stdin.end();
  let pausedAt: number | undefined;
  let pausedMs = 0;
  const resume = () => {
    if (pausedAt !== undefined) pausedMs += performance.now() - pausedAt;
    wrk.kill("SIGCONT");
  };
  return {
    async turn(ms) {
      resume();
      await Bun.sleep(ms);
      wrk.kill("SIGSTOP");
      pausedAt = performance.now();
    },
    async finish() {
      resume();
      wrk.kill("SIGINT");
      // The kernel may give a SIGINT to another thread than the one that sleeps until the end, so one may not be enough.
      const interrupt = setInterval(() => wrk.kill("SIGINT"), INTERRUPT_EVERY_MS);
      const result = await resultOf(wrk, output, options).finally(() => clearInterval(interrupt));
      return { requests: result.requests, activeMs: result.durationUs / 1_000 - pausedMs };
    },
    stop: () => wrk.kill("SIGKILL"),
  };
}

async function firstOutput(stream: ReadableStream<Uint8Array>): Promise<void> {
  const reader = stream.getReader();
  await reader.read();
  void reader.cancel();
}

/** Returns null if there was no answer. */
async function runOnce(options: LoadOptions): Promise<LoadResult | null> {
  const wrk = spawnWrk(options, "ignore");
  const result = await resultOf(wrk, wrk.stdout, options);
  if (result.requests === 0) return null;
  return { ...result, loadCpuMs: Number(wrk.resourceUsage()?.cpuTime.total ?? 0) / 1_000 };
}

/** With an input, it starts when that ends. */
function spawnWrk<Input extends "ignore" | "pipe">(options: LoadOptions, input: Input) {
  const { url, files, connections, seconds, checked } = options;
  return Bun.spawn(
    [
      ...["taskset", "-c", String(LOAD_CORE), "wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s"],
      ...["-s", SCRIPT, url, "--", files.requestsPath, checked ? files.expect : "", input === "pipe" ? "wait" : ""],
    ],
    { stdin: input, stdout: "pipe", stderr: "pipe" },
  );
}

/** The result of wrk once it has ended. @throws Error on a wrong answer, a broken connection, or a timeout. */
async function resultOf(
  wrk: Pick<ReturnType<typeof spawnWrk>, "stderr" | "exited">,
  stdout: ReadableStream<Uint8Array>,
  { url, files }: Pick<LoadOptions, "url" | "files">,
) {
  const [output, errorText] = await Promise.all([new Response(stdout).text(), new Response(wrk.stderr).text()]);
  await wrk.exited;
  const line = /^RESULT (.*)$/m.exec(output)?.[1];
  if (line === undefined) throw new Error(`wrk failed on ${url}:\n${output}${errorText}`);
  const result = loadResult.parse(JSON.parse(line));
  const fault = result.requests === 0 ? null : faultOf(result, files.status);
  if (fault) throw new Error(`wrong answers from ${url}: ${fault}`);
  return result;
}

function fields(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}=${value}`)
    .join("\x1f");
}

function faultOf(result: LoadResult | z.infer<typeof loadResult>, status: number | null): string | null {
  const { requests, statusOver399, socketErrors, timeouts, wrong, wrongExample } = result;
  if (wrong > 0) return `${wrong} of ${requests} differ, the first: ${wrongExample}`;
  if (socketErrors + timeouts > 0) return `${socketErrors} broken connections, ${timeouts} time-outs`;
  if (status === null) return null;
  const refused = status > 399 ? requests - statusOver399 : statusOver399;
  return refused === 0 ? null : `${refused} of ${requests} have another status than ${status}`;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join("");
}
