import { expect, test } from "bun:test";
import { join } from "node:path";
import { SECRET, safetyProcess } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";
import { migratedStoreUrl } from "../support/stores.ts";

const stores = { sqlite: await migratedStoreUrl("sqlite"), postgres: await migratedStoreUrl("postgres") };

test.each([
  ["sqlite", "--help", 0, "Usage: safety"],
  ["sqlite", "key create --email alice@example.com --type test", 0, "svc_test_"],
  ["sqlite", "account list", 0, "alice@example.com"],
  ["sqlite", "usage --email alice@example.com", 0, "REQUESTS, 31 DAYS"],
  ["sqlite", "support --email alice@example.com", 0, "alice@example.com: plan free"],
  ["sqlite", "corrections list --json", 0, "[]"],
  ["sqlite", "webhook show alice@example.com", 1, ""],
  ["sqlite", `backup ${join(scratchFolder("processes"), "backup.sqlite")}`, 0, ""],
  ["sqlite", "dataset verify data/dataset.json", 0, "2025"],
  ["sqlite", "health", 1, ""],
  ["postgres", "store migrate", 0, ""],
  ["postgres", "account list --json", 0, "[]"],
  ["postgres", "doctor", 0, "ok    store"],
] as const)(
  "on %s `safety %s` is a process that ends by itself with exit code %i",
  async (store, words, code, printed) => {
    const environment = { DATABASE_URL: stores[store], SECRET, PORT: "1" };
    const { exitCode, out } = await safetyProcess(environment, ...words.split(" "));
    expect([exitCode, out]).toEqual([code, expect.stringContaining(printed)]);
  },
);
