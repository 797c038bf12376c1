import { BackgroundJobs } from "../../src/main/background-jobs.ts";
import { readConfig } from "../../src/main/config.ts";
import { LiveEditions } from "../../src/main/live-dataset.ts";
import { startServer } from "../../src/main/start-server.ts";

/** Starts the service, makes two of its parts throw on close, and stops it. Prints where it listened. */
const server = await startServer(readConfig(process.env));
const { close } = LiveEditions.prototype;
LiveEditions.prototype.close = async function () {
  await close.call(this);
  throw new Error("the first fault");
};
BackgroundJobs.prototype.close = () => Promise.reject(new Error("the second fault"));
await server.stop();
process.stdout.write(server.url);
