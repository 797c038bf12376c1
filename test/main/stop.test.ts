import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { planTable } from "../../src/domain/plan.ts";
import { createService } from "../../src/main/compose.ts";
import { readConfig } from "../../src/main/config.ts";
import { SENDING_EVERY } from "../../src/main/parts.ts";
import { createLog } from "../../src/main/service-log.ts";
import type { Repositories } from "../../src/store/store.ts";
import { run } from "../support/command.ts";
import { troubleIn } from "../support/log-lines.ts";
import { ownEditions } from "../support/own-editions.ts";
import { scratchFolder } from "../support/scratch.ts";
import { emptyStore, MovableClock } from "../support/stores.ts";

test("a part that fails to load while the service stops returns 500 to its request and does not delay the stop", async () => {
  const store = await emptyStore("sqlite", { clock: new MovableClock("2026-11-20T12:00:00Z") });
  const [asked, load] = [Promise.withResolvers<void>(), Promise.withResolvers<Repositories>()];
  const repositories = () => {
    asked.resolve();
    return load.promise;
  };
  const log = createLog("silent");
  const service = createService({
    config: { ...readConfig({}), baseUrl: "http://localhost" },
    editions: ownEditions(log),
    store: { ...store, repositories },
    plans: planTable(),
    log,
    secret: "a secret of the test",
    metrics: null,
    tracing: null,
    sendingEvery: SENDING_EVERY,
  });
  await using server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const page = Promise.resolve(service.fetch(new Request(`${server.url}dashboard`), server));
  await asked.promise;
  const closed = service.close();
  load.reject(new Error("no file may be opened"));
  expect((await page).status).toBe(500);
  await closed;
});

test("a stop closes everything even if some parts fail, and logs the first failure in one line", async () => {
  const folder = scratchFolder("stop");
  const program = new URL("../support/faulty-stop.ts", import.meta.url).pathname;
  const env = { PORT: "0", DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}` };
  // It ends without a signal: nothing open keeps it running.
  const { exitCode, out: url, note: lines } = await run([process.execPath, program], { env });
  expect(exitCode).toBe(0);
  expect(troubleIn(lines)).toMatchObject([{ level: "error", error: "Error: the first fault" }]);
  await expect(fetch(url)).rejects.toThrow();
  // The last connection to an embedded store merges the log into the file.
  expect(readdirSync(folder).toSorted()).toEqual(["secret", "store.sqlite"]);
});
