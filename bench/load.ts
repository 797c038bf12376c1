import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { scratchFolder } from "../test/support/scratch.ts";

/** The server, with its PostgreSQL, runs on one core, and the load generator on the other. */
export const SERVER_CORE = 0;
const LOAD_CORE = 1;
export const CONNECTIONS = 64;
const SCRIPT = join(import.meta.dir, "load.lua");

export interface LoadRequest {
  readonly method: "GET" | "POST";
  /** Encoded path with its leading slash. */
  readonly path: string;
  readonly key: string;
  /** JSON; "" for none. */
  readonly body: string;
}

const loadResult = z.strictObject({
  requests: z.number(),
  durationUs: z.number(),
  refused: z.number(),
  broken: z.number(),
  p50Us: z.number(),
  p99Us: z.number(),
});
export type LoadResult = z.infer<typeof loadResult>;

/** Writes requests to a file for `runLoad`, and returns its path. */
export function writeRequests(requests: readonly LoadRequest[]): string {
  const path = join(scratchFolder("load"), "requests");
  const lines = requests.map(({ method, path, key, body }) => `${[method, path, key, body].join("\t")}\n`);
  writeFileSync(path, lines.join(""));
  return path;
}

/** Sends requests. @throws Error on a refusal, a broken connection, or no answer. */
export async function runLoad(
  url: string,
  requestsFile: string,
  seconds: number,
  connections = CONNECTIONS,
): Promise<LoadResult> {
  const command = ["taskset", "-c", String(LOAD_CORE), "wrk", "-t1", `-c${connections}`, `-d${seconds}s`];
  const wrk = Bun.spawn([...command, "--timeout", "10s", "-s", SCRIPT, url, "--", requestsFile], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, note] = await Promise.all([new Response(wrk.stdout).text(), new Response(wrk.stderr).text()]);
  const line = /^RESULT (.*)$/m.exec(out)?.[1];
  if (line === undefined) throw new Error(`wrk failed on ${url}:\n${out}${note}`);
  const result = loadResult.parse(JSON.parse(line));
  const { requests, refused, broken } = result;
  if (refused + broken > 0) throw new Error(`${url}: ${refused} of ${requests} refused, ${broken} connections broken`);
  if (requests === 0) throw new Error(`${url}: no answer in ${seconds} seconds`);
  return result;
}
