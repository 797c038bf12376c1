import { sql } from "kysely";
import type { RefusedStore } from "../accounts/store.ts";
import type { RepositoryContext } from "./repository-context.ts";

const ROWS_PER_STATEMENT = 500;

export function refusedStore({ db }: RepositoryContext): RefusedStore {
  return {
    async add(counts) {
      for (let first = 0; first < counts.length; first += ROWS_PER_STATEMENT) {
        const part = counts.slice(first, first + ROWS_PER_STATEMENT);
        const digests = part.map(({ digest }) => digest);
        await db.transaction().execute(async (trx) => {
          const rows = await trx
            .selectFrom("api_keys")
            .select(["id", "digest"])
            .where("digest", "in", digests)
            .execute();
          const ids = new Map(rows.map(({ id, digest }) => [digest, id]));
          const values = part.flatMap(({ digest, dayMs: day, code, requests }) => {
            const key_id = ids.get(digest);
            return key_id === undefined ? [] : [{ day, key_id, code, requests }];
          });
          if (values.length === 0) return;
          // In one order on all nodes, so that they never wait for each other in a circle.
          values.sort(
            (one, other) => one.day - other.day || one.key_id - other.key_id || (one.code < other.code ? -1 : 1),
          );
          await trx
            .insertInto("refused_requests")
            .values(values)
            .onConflict((conflict) =>
              conflict
                .columns(["day", "key_id", "code"])
                .doUpdateSet({ requests: sql<number>`refused_requests.requests + excluded.requests` }),
            )
            .execute();
        });
      }
    },

    async daily(accountId, fromMs, toMs) {
      return await db
        .selectFrom("refused_requests")
        .innerJoin("api_keys", "api_keys.id", "refused_requests.key_id")
        .select(["day as dayMs", "key_id as keyId", "code", "requests"])
        .where("api_keys.account_id", "=", accountId)
        .where("day", ">=", fromMs)
        .where("day", "<", toMs)
        .orderBy("day")
        .orderBy("key_id")
        .orderBy("code")
        .execute();
    },
  };
}
