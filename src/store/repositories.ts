import { type Dialect, Kysely, type LogEvent } from "kysely";
import { accountStore } from "./accounts.ts";
import { correctionStore } from "./corrections.ts";
import { keyStore } from "./keys.ts";
import { memberStore } from "./members.ts";
import { nodeSecretStore } from "./node-secret.ts";
import { noticeStore } from "./notices.ts";
import { outboxStore } from "./outbox.ts";
import type { RepositoryContext } from "./repository-context.ts";
import { singleUseStore } from "./single-uses.ts";
import type { Tables } from "./tables.ts";
import { throttleStore } from "./throttles.ts";
import { usageStore } from "./usage.ts";
import { userStore } from "./users.ts";
import { webhookStore } from "./webhooks.ts";

/** A query builder that passes each failed statement to `onFailure`. */
export function storeKysely(dialect: Dialect, onFailure: (error: unknown) => void): Kysely<Tables> {
  const log = (event: LogEvent) => {
    if (event.level === "error") onFailure(event.error);
  };
  return new Kysely<Tables>({ dialect, log });
}

export function createRepositories(context: RepositoryContext) {
  return {
    accounts: accountStore(context),
    users: userStore(context),
    members: memberStore(context),
    keys: keyStore(context),
    usage: usageStore(context),
    throttles: throttleStore(context),
    singleUses: singleUseStore(context),
    notices: noticeStore(context),
    corrections: correctionStore(context),
    outbox: outboxStore(context),
    webhooks: webhookStore(context),
    nodeSecret: nodeSecretStore(context),
    /** For a library that has its own tables in the same database. */
    database: context.db,
  };
}
