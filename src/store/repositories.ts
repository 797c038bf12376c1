import { accountStore } from "./accounts.ts";
import { keyStore } from "./keys.ts";
import { noticeStore } from "./notices.ts";
import { planRequestStore } from "./plan-requests.ts";
import type { Session } from "./session.ts";
import type { Repositories } from "./store.ts";
import { throttleStore } from "./throttles.ts";
import { usageStore } from "./usage.ts";
import { userStore } from "./users.ts";

/** All repositories of a store, over one database handle. */
export function createRepositories(session: Session): Repositories {
  return {
    accounts: accountStore(session),
    users: userStore(session),
    keys: keyStore(session),
    usage: usageStore(session),
    throttles: throttleStore(session),
    notices: noticeStore(session),
    planRequests: planRequestStore(session),
    database: session.db,
  };
}
