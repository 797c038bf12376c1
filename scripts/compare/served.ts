import { join, resolve } from "node:path";
import { scratchFolder } from "../../test/support/scratch.ts";

export interface Served {
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

/** In all answers, whatever port the service listens on. */
const BASE_URL = "http://localhost:8080";
const NO_LIMIT = { monthlyRequests: 1_000_000_000, burstPerSecond: 1_000_000, burstCapacity: 1_000_000 };
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;
const READY_WITHIN_MS = 60_000;

/** The service of a checkout with a new store, or a running one. @throws Error if it does not start */
export async function serve(place: string): Promise<Served> {
  if (/^https?:/.test(place)) {
    return { url: place.replace(/\/$/, ""), key: process.env["API_KEY"] ?? "", stop: async () => {} };
  }
  const checkout = resolve(place);
  const program = join(checkout, (await Bun.file(join(checkout, "package.json")).json()).bin.safety);
  const folder = scratchFolder("compare");
  const env = {
    PATH: process.env["PATH"] ?? "",
    PORT: "0",
    BASE_URL,
    DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}`,
    PLAN_LIMITS: JSON.stringify({ enterprise: NO_LIMIT }),
    LOG_LEVEL: "silent",
  };
  const words = ["key", "create", "--email", "compare@example.com", "--type", "live", "--plan", "enterprise"];
  const created = Bun.spawnSync([process.execPath, program, ...words], { cwd: folder, env });
  if (created.exitCode !== 0) throw new Error(`${place}: ${created.stderr}`);
  const child = Bun.spawn([process.execPath, program, "serve"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  const url = ADDRESS.exec(await textUntil(child.stdout, ADDRESS))?.[0];
  if (url === undefined || !(await isReady(url))) {
    await stop();
    throw new Error(`${place} does not start`);
  }
  return { url, key: created.stdout.toString().trim(), stop };
}

async function isReady(url: string): Promise<boolean> {
  const end = performance.now() + READY_WITHIN_MS;
  while (performance.now() < end) {
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok) return true;
    await Bun.sleep(100);
  }
  return false;
}

/** What a stream has until a text in it matches, or until it ends. */
async function textUntil(stream: ReadableStream<Uint8Array>, wanted: RegExp): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (wanted.test(text)) break;
  }
  return text;
}
