import { describe, expect, test } from "bun:test";
import { readdirSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { AdmissionStore } from "../../src/access/store.ts";
import { planTable } from "../../src/domain/plan.ts";
import { parseStoreAddress } from "../../src/store/address.ts";
import { openServingStore } from "../../src/store/open.ts";
import { LogWatch } from "../support/log-state.ts";
import { recordingLog } from "../support/recording-log.ts";
import { emptyStoreUrl, MovableClock, newAccount, newKey, OPERATOR, openTestStore } from "../support/stores.ts";
import { until } from "../support/until.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");
/** From this size, commits copy the log themselves. A commit is two pages here. */
const LIMIT_PAGES = 4_000;
const LONGEST_PAGES = LIMIT_PAGES + 100;
/**
 * This many requests make 600 pages: more than stay in the log. Three times as many are too few for a commit to copy.
 */
const ADMITTED_A_COPY = 300;
const COPIES = 3;

/** A store that serves requests, with a key without a limit, and the size of its log. */
async function servingStore() {
  const url = await emptyStoreUrl("sqlite");
  const store = await openTestStore(url, { clock });
  const { id } = await newAccount(store);
  await store.accounts.changeLimits(id, { monthlyRequests: 1_000_000 }, OPERATOR);
  const { digest } = await newKey(store, id);
  await store.close();
  const { lines, log } = recordingLog();
  const serving = await openServingStore({ address: parseStoreAddress(url), clock, plans: planTable(), log });
  const path = url.slice("sqlite:".length);
  return { path, lines, store: serving, admit: () => admitOne(serving.admission, digest), used: () => usedIn(url, id) };
}

async function admitOne(admission: AdmissionStore, digest: string): Promise<void> {
  expect(await admission.admit([{ digest, kind: "city", counts: true }])).toMatchObject([{ outcome: "admitted" }]);
}

async function usedIn(url: string, accountId: number): Promise<number | undefined> {
  const store = await openTestStore(url, { clock });
  const month = await store.usage.month(accountId);
  await store.close();
  return month?.used;
}

describe("the log of an embedded store that serves requests", () => {
  test("is copied while requests are answered, long before a commit would copy it, and every request is counted", async () => {
    const { path, lines, store, admit, used } = await servingStore();
    {
      using watch = new LogWatch(path);
      for (let copies = 0; copies < COPIES; copies++) {
        for (let admitted = 0; admitted < ADMITTED_A_COPY; admitted++) {
          await admit();
          expect(watch.now().log).toBeLessThan(LIMIT_PAGES);
        }
        await watch.copied();
      }
    }
    await store.close();
    expect(lines).toEqual([]);
    expect(await used()).toBe(COPIES * ADMITTED_A_COPY);
  });

  test("is gone after the store is closed: before its thread starts, while it starts, and while it works", async () => {
    for (const openMs of [0, 990, 1_000, 1_005, 1_010, 1_020, 1_100]) {
      const { path, lines, store, admit } = await servingStore();
      await admit();
      await Bun.sleep(openMs);
      await store.close();
      expect([openMs, readdirSync(dirname(path)), lines]).toEqual([openMs, [basename(path)], []]);
    }
  });

  test("stays bounded if the thread cannot open the file: a warning is logged, requests are counted, and the store closes", async () => {
    const { path, lines, store, admit } = await servingStore();
    const moved = `${dirname(path)}-moved`;
    renameSync(dirname(path), moved);
    await until("the thread ends", () => lines.length > 0);
    expect(lines).toMatchObject([{ message: "the checkpoint thread ended, so requests wait for checkpoints" }]);
    {
      using watch = new LogWatch(join(moved, basename(path)));
      let [longest, restarts, last] = [0, 0, 0];
      while (restarts < 2) {
        await admit();
        const { log } = watch.now();
        longest = Math.max(longest, log);
        if (log < last) restarts += 1;
        last = log;
        if (log > LONGEST_PAGES) break;
      }
      expect(longest).toBeWithin(LIMIT_PAGES, LONGEST_PAGES);
    }
    expect(await store.ready()).toBe(true);
    await store.close();
  });
});
