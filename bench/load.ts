import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { scratchFolder } from "../test/support/scratch.ts";

/** The server, with its PostgreSQL, runs on one core, and the load generator on the other. */
export const SERVER_CORE = 0;
const LOAD_CORE = 1;
export const CONNECTIONS = 64;
const WRK_SCRIPT = join(import.meta.dir, "load.lua");
const OPEN_LOOP = join(import.meta.dir, "open-loop.ts");

export interface LoadRequest {
  readonly method: "GET" | "POST";
  /** Encoded path with its leading slash. */
  readonly path: string;
  readonly key: string;
  /** JSON; "" for none. */
  readonly body: string;
}

/** How requests are sent. */
export interface Pace {
  readonly connections: number;
  /**
   * Requests a second at fixed times (an open loop). Without it, each connection sends the next request when the last one is
   * answered (a closed loop): then a pause of the server delays the load too, and hardly shows in the times.
   */
  readonly perSecond?: number;
}

const quantiles = z.strictObject({ p50Us: z.number(), p90Us: z.number(), p99Us: z.number() });
const closedResult = z.strictObject({
  requests: z.number(),
  durationUs: z.number(),
  refused: z.number(),
  broken: z.number(),
  ...quantiles.shape,
});
const openResult = z.strictObject({ requests: z.number(), refused: z.number(), due: quantiles, sent: quantiles });

export interface LoadResult extends z.infer<typeof quantiles> {
  readonly requests: number;
  readonly perSecond: number;
  /** Of an open loop: without the time that a request waited for a free connection. */
  readonly sentP99Us: number | null;
}

/** Writes requests to a file for `runLoad`, and returns its path. */
export function writeRequests(requests: readonly LoadRequest[]): string {
  const path = join(scratchFolder("load"), "requests");
  const lines = requests.map(({ method, path, key, body }) => `${[method, path, key, body].join("\t")}\n`);
  writeFileSync(path, lines.join(""));
  return path;
}

/** Sends requests. @throws Error on a refusal, a broken connection, or no answer. */
export async function runLoad(url: string, requestsFile: string, seconds: number, pace: Pace): Promise<LoadResult> {
  const { connections, perSecond } = pace;
  if (perSecond === undefined) {
    const words = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s", "-s", WRK_SCRIPT];
    const line = await resultOf(url, [...words, url, "--", requestsFile]);
    const { requests, durationUs, refused, broken, ...times } = closedResult.parse(JSON.parse(line));
    requireAnswers(url, requests, refused + broken);
    return { requests, perSecond: (requests * 1_000_000) / durationUs, sentP99Us: null, ...times };
  }
  const words = [url, requestsFile, perSecond, seconds, connections].map(String);
  const line = await resultOf(url, [process.execPath, OPEN_LOOP, ...words]);
  const { requests, refused, due, sent } = openResult.parse(JSON.parse(line));
  requireAnswers(url, requests, refused);
  return { requests, perSecond, sentP99Us: sent.p99Us, ...due };
}

async function resultOf(url: string, command: readonly string[]): Promise<string> {
  const program = Bun.spawn(["taskset", "-c", String(LOAD_CORE), ...command], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, note] = await Promise.all([new Response(program.stdout).text(), new Response(program.stderr).text()]);
  const line = /^RESULT (.*)$/m.exec(out)?.[1];
  if (line === undefined) throw new Error(`the load on ${url} failed:\n${out}${note}`);
  return line;
}

function requireAnswers(url: string, requests: number, faults: number): void {
  if (faults > 0) throw new Error(`${url}: ${faults} of ${requests} requests refused or broken`);
  if (requests === 0) throw new Error(`${url}: no answer`);
}
