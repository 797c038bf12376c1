import { readConfig } from "./config.ts";
import { goOnWithoutReader, print } from "./exit.ts";
import type { RunningServer } from "./start-server.ts";

/** Serves until a signal ends the service, and greets once it answers. @throws if it cannot start. */
export async function runService(): Promise<void> {
  const config = readConfig();
  const { startServer } = await import("./start-server.ts");
  const server = await startServer(config);
  process.on("SIGHUP", () => server.reload());
  const onSignal = signalHandler(server);
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  const text = greeting(server, process.env["npm_lifecycle_event"] !== undefined);
  // Requests that are already waiting come first: the first output loads a library.
  setTimeout(() => {
    goOnWithoutReader();
    print(text);
  });
}

/** Two signals closer together than this count as one: npm forwards a signal that the terminal has already sent. */
const REPEATED_AFTER_MS = 500;

/** The first signal stops the service; a later one stops it immediately. */
function signalHandler(server: Pick<RunningServer, "stop" | "stopAtOnce">): () => void {
  let firstAtMs: number | null = null;
  return () => {
    if (firstAtMs === null) {
      firstAtMs = performance.now();
      void server.stop().then(() => process.exit(0));
    } else if (performance.now() - firstAtMs >= REPEATED_AFTER_MS) {
      server.stopAtOnce();
    }
  };
}

type Greeted = Pick<RunningServer, "url" | "store" | "datasets" | "metricsUrl" | "firstKey">;

/** A city of each edition. */
const FIRST_REQUESTS = ["/v1/safety/Irvine", "/v1/us/safety/TX/Austin"] as const;

/** Prints what is served and what to type next. */
function greeting({ url, store, datasets, metricsUrl, firstKey }: Greeted, viaNpm: boolean): string {
  const safety = viaNpm ? "npm run -s safety --" : "safety";
  const lines = [
    `Safety Statistics Service on ${url}`,
    ...datasets.map((text, index) => `  ${index === 0 ? "datasets" : "        "} ${text}`),
    `  store    ${store}`,
    `  pages    ${url}/  ${url}/docs/quick-start  ${url}/dashboard`,
    ...(metricsUrl === null ? [] : [`  metrics  ${metricsUrl}`]),
    "",
  ];
  const lookUps = (key: string) => FIRST_REQUESTS.map((path) => `  curl -H 'X-API-Key: ${key}' ${url}${path}`);
  const createKey = `  ${safety} key create --email you@example.com --type test`;
  if (firstKey === null) {
    lines.push("In another terminal, create a key and look up two cities:", createKey, ...lookUps("KEY"));
  } else {
    lines.push(
      "A local account with a test key was created. The key is shown only once. In another terminal, run:",
      ...lookUps(firstKey),
      "To create another key:",
      createKey,
    );
  }
  return `${lines.join("\n")}\n\n`;
}
