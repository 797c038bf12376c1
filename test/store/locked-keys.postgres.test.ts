import { expect, test } from "bun:test";
import { Admission } from "../../src/access/admission.ts";
import { planTable } from "../../src/domain/plan.ts";
import { emptyStoreUrl, MovableClock, newAccount, newKey, openTestStore } from "../support/stores.ts";
import { until } from "../support/until.ts";

test("while another transaction locks one account's counter, that account gets 503 and all others are answered", async () => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const url = await emptyStoreUrl("postgres");
  const store = await openTestStore(url, { clock });
  const other = await openTestStore(url, { clock });
  const admission = new Admission({ store: store.admission, clock, plans: planTable() });
  const [alice, bob, carol] = [await newAccount(store), await newAccount(store), await newAccount(store)];
  const keys = await Promise.all([alice, bob, carol].map(async ({ id }) => (await newKey(store, id)).digest));
  const ask = () => Promise.all(keys.map(async (digest) => (await admission.admit(digest, "city")).outcome));
  expect(await ask()).toEqual(["admitted", "admitted", "admitted"]);

  const release = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const holding = other.database.transaction().execute(async (trx) => {
    await trx.selectFrom("counters").selectAll().where("subject", "=", alice.id).forUpdate().execute();
    isLocked.resolve();
    await release.promise;
  });
  await isLocked.promise;
  for (let round = 0; round < 3; round++) expect(await ask()).toEqual(["unavailable", "admitted", "admitted"]);
  // Set aside for two seconds, then tried again, on its own.
  clock.nowMs += 2_001;
  expect(await ask()).toEqual(["unavailable", "admitted", "admitted"]);
  release.resolve();
  await holding;
  expect(await ask()).toEqual(["unavailable", "admitted", "admitted"]);
  clock.nowMs += 2_001;
  await until("alice is admitted again", async () => (await ask())[0] === "admitted");

  const used = async (id: number) => (await store.usage.month(id))?.used;
  const [ofAlice, ofBob, ofCarol] = [await used(alice.id), await used(bob.id), await used(carol.id)];
  expect([ofAlice, ofBob === ofCarol, (ofBob ?? 0) >= 7]).toEqual([2, true, true]);
});
