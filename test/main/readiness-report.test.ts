import { afterAll, expect, test } from "bun:test";
import { ReadinessReport } from "../../src/main/readiness-report.ts";
import { recordingLog } from "../support/recording-log.ts";
import { until } from "../support/until.ts";

const store = { probe: async () => {}, hasAccounts: async () => true };
const report = new ReadinessReport({ store, needsAccounts: false, log: recordingLog().log });
afterAll(() => report.close());

test("a node that could not count a batch is not ready, even if its store accepts the test write", async () => {
  expect(await report.fault()).toBeNull();
  report.storeFailed();
  expect(await report.fault()).toBe("The dataset or the store is not ready.");
  await until("the node is ready again", async () => (await report.fault()) === null);
});
