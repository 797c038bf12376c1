import { type Command, InvalidArgumentError } from "commander";
import { CommandError, configOf, type Terminal } from "../terminal.ts";

const MAX_PROCESSES = 64;

export function addServeCommand(program: Command, terminal: Terminal): void {
  program
    .command("serve")
    .description("Serve the API and the pages")
    .option("--processes <n>", "several processes on one port, over one PostgreSQL", parseProcesses, 1)
    .action(({ processes }: { processes: number }) => serve(terminal, processes));
}

function parseProcesses(text: string): number {
  const processes = Number(text);
  if (Number.isInteger(processes) && processes >= 1 && processes <= MAX_PROCESSES) return processes;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_PROCESSES}.`);
}

async function serve(terminal: Terminal, processes: number): Promise<void> {
  const config = configOf(terminal);
  const sharesPort = process.send !== undefined;
  if (processes > 1) {
    if (config.DATABASE_URL.dialect === "sqlite") {
      throw new CommandError("Several processes need one PostgreSQL: set DATABASE_URL to postgres://…");
    }
    const { superviseWorkers } = await import("../workers.ts");
    return superviseWorkers(terminal, config, processes);
  }
  const { startServer } = await import("../serve.ts");
  const server = await startServer({ config, sharePort: sharesPort });
  process.on("SIGHUP", () => server.reload());
  const stop = onceCalled(async () => {
    await server.stop();
    process.exit(0);
  });
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  if (sharesPort) process.send?.("ready");
  else terminal.out(greeting(server, terminal.environment["npm_lifecycle_event"] !== undefined));
}

function onceCalled(work: () => Promise<void>): () => void {
  let called = false;
  return () => {
    if (called) return;
    called = true;
    void work();
  };
}

type Greeted = Pick<import("../serve.ts").RunningServer, "url" | "store" | "dataset" | "metricsUrl" | "firstKey">;

/** What is served, and what to type next. */
export function greeting({ url, store, dataset, metricsUrl, firstKey }: Greeted, viaNpm: boolean): string {
  const safety = viaNpm ? "npm run -s safety --" : "safety";
  const lines = [
    `Safety Statistics Service on ${url}`,
    `  dataset  ${dataset.year}: ${dataset.cities} cities, ${dataset.counties} counties (${dataset.version})`,
    `  store    ${store}`,
    `  pages    ${url}/  ${url}/docs/quick-start  ${url}/dashboard`,
    ...(metricsUrl === null ? [] : [`  metrics  ${metricsUrl}`]),
    "",
  ];
  if (firstKey === null) {
    lines.push("Make a key in another terminal:", `  ${safety} key create --email you@example.com --type test`);
  } else {
    lines.push(
      "A local account with a test key was made; the key is shown this once. In another terminal, type:",
      `  curl -H 'X-API-Key: ${firstKey}' ${url}/v1/safety/Irvine`,
    );
  }
  return `${lines.join("\n")}\n\n`;
}
