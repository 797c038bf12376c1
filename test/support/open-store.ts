import { newAccount, openTestStore } from "./stores.ts";

/** A node that starts: opens the store at the given address, and uses it once. */
const [, , url = ""] = process.argv;
const store = await openTestStore(url, { clock: { now: () => 0 } });
await newAccount(store, "free", `node-${process.pid}`);
await store.close();
