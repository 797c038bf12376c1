import { expect, test } from "bun:test";
import pg from "pg";
import { NEWEST_VERSION } from "../../src/store/migrations.ts";
import { undoMigrationsOf } from "../../src/store/open.ts";
import { migratedStoreUrl, postgresAddress } from "../support/stores.ts";

const BEFORE = NEWEST_VERSION - 1;

test("tables are taken back once the last connection of a node has ended, and not while one is open", async () => {
  const url = await migratedStoreUrl("postgres");
  const node = new pg.Client({ connectionString: url, application_name: "safety" });
  await node.connect();
  await expect(undoMigrationsOf(postgresAddress(url), BEFORE)).rejects.toThrow("Stop all nodes");
  const undone = undoMigrationsOf(postgresAddress(url), BEFORE);
  // A node that has stopped leaves its connection behind for a moment.
  const ended = Bun.sleep(200).then(() => node.end());
  await Promise.all([undone, ended]);
});
