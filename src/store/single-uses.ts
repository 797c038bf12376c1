import type { SingleUseStore } from "../accounts/single-use.ts";
import type { RepositoryContext } from "./repository-context.ts";

/** Each use deletes this many that are over, more than it adds. */
const PRUNED_PER_USE = 10;

export function singleUseStore({ db, now }: RepositoryContext): SingleUseStore {
  return {
    async take(token, lastsMs) {
      const nowMs = await now(db);
      const taken = await db
        .insertInto("single_uses")
        .values({ token, ends_at: nowMs + lastsMs })
        .onConflict((conflict) =>
          conflict
            .column("token")
            .doUpdateSet({ ends_at: nowMs + lastsMs })
            .where("single_uses.ends_at", "<=", nowMs),
        )
        .returning("token")
        .executeTakeFirst();
      const over = db.selectFrom("single_uses").select("token").where("ends_at", "<=", nowMs).limit(PRUNED_PER_USE);
      await db.deleteFrom("single_uses").where("token", "in", over).execute();
      return taken !== undefined;
    },
  };
}
