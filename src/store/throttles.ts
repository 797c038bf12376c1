import { sql } from "kysely";
import type { ThrottleStore } from "../accounts/throttle.ts";
import type { RepositoryContext } from "./repository-context.ts";

/** Each attempt deletes this many expired buckets, more than one attempt can add. */
const PRUNED_PER_TRY = 10;

export function throttleStore({ db, now }: RepositoryContext): ThrottleStore {
  return {
    async count(bucket, windowMs) {
      const nowMs = await now(db);
      const row = await db
        .insertInto("throttles")
        .values({ bucket, tries: 1, window_ends_at: nowMs + windowMs })
        .onConflict((conflict) =>
          conflict.column("bucket").doUpdateSet({
            tries: sql<number>`case when throttles.window_ends_at <= ${nowMs} then 1 else throttles.tries + 1 end`,
            window_ends_at: sql<number>`case when throttles.window_ends_at <= ${nowMs} then excluded.window_ends_at else throttles.window_ends_at end`,
          }),
        )
        .returning(["tries", "window_ends_at"])
        .executeTakeFirstOrThrow();
      const over = db
        .selectFrom("throttles")
        .select("bucket")
        .where("window_ends_at", "<=", nowMs)
        .limit(PRUNED_PER_TRY);
      await db.deleteFrom("throttles").where("bucket", "in", over).execute();
      return { count: row.tries, endsAtMs: row.window_ends_at };
    },

    async clear(bucket) {
      await db.deleteFrom("throttles").where("bucket", "=", bucket).execute();
    },
  };
}
