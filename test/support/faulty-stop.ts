import { BackgroundJobs } from "../../src/main/background-jobs.ts";
import { readConfig } from "../../src/main/config.ts";
import { LiveEditions } from "../../src/main/live-dataset.ts";
import { startServer } from "../../src/main/start-server.ts";

/** Starts the service, makes two of its parts throw on close, and stops it. Prints where it listened. */
const server = await startServer(readConfig(process.env));
for (const [part, fault] of [
  [LiveEditions.prototype, "the first fault"],
  [BackgroundJobs.prototype, "the second fault"],
] as const) {
  const { close } = part;
  part.close = async function () {
    // Jobs that go on would find the store closed.
    await close.call(this);
    throw new Error(fault);
  };
}
await server.stop();
process.stdout.write(server.url);
