import { afterAll, expect, test } from "bun:test";
import { ReadinessReport } from "../../src/main/readiness-report.ts";
import { recordingLog } from "../support/recording-log.ts";
import { until } from "../support/until.ts";

const store = { probe: async () => {}, hasAccounts: async () => true };
const report = new ReadinessReport({ store, needsAccounts: false, log: recordingLog().log });
afterAll(() => report.close());

test("a node that could not count a batch is not ready, even if its store accepts the test write", async () => {
  expect(await report.fault()).toBeNull();
  report.storeFailed(new Error("closed"));
  expect(await report.fault()).toBe("The store is not available.");
  await until("the node is ready again", async () => (await report.fault()) === null);
});

test.each([
  ["SQLITE_FULL", "The disk of the store is full."],
  ["53100", "The disk of the store is full."],
  ["SQLITE_READONLY_DBMOVED", "The files of the store were moved, deleted, or replaced."],
  ["SQLITE_READONLY", "The store accepts no writes."],
  ["25006", "The store accepts no writes."],
  ["ECONNREFUSED", "The store is not available."],
])("a node whose store fails with %s says why", async (code, why) => {
  const failure = Object.assign(new Error("secret.example:5432"), { code });
  const probe = async () => {
    throw new Error("the query failed", { cause: failure });
  };
  const failing = new ReadinessReport({ store: { ...store, probe }, needsAccounts: false, log: recordingLog().log });
  expect(await failing.fault()).toBe(why);
  failing.close();
});
