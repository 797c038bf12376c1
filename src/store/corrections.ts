import type { CorrectionStore } from "../corrections/correction.ts";
import { queueEmails } from "./outbox.ts";
import type { RepositoryContext } from "./repository-context.ts";

export function correctionStore({ db, now }: RepositoryContext): CorrectionStore {
  const all = () => db.selectFrom("corrections").select([...PUBLIC_FIELDS, ...PRIVATE_FIELDS]);
  return {
    save: ({ before, ...correction }, letter) =>
      db.transaction().execute(async (trx) => {
        const nowMs = await now(trx);
        const row = { ...correction, value_before: before, received_at: nowMs, state: "received" } as const;
        const { id } = await trx.insertInto("corrections").values(row).returning("id").executeTakeFirstOrThrow();
        if (letter !== undefined) await queueEmails(trx, [letter(id)], nowMs);
        return id;
      }),

    async list({ limit, beforeId }) {
      return await db
        .selectFrom("corrections")
        .select(PUBLIC_FIELDS)
        .$if(beforeId !== undefined, (query) => query.where("id", "<", beforeId ?? 0))
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
    },

    async find(id) {
      return (await all().where("id", "=", id).executeTakeFirst()) ?? null;
    },

    async open(limit) {
      return await all().where("state", "=", "received").orderBy("id").limit(limit).execute();
    },

    answer: (id, { state, after, letter }) =>
      db.transaction().execute(async (trx) => {
        const nowMs = await now(trx);
        const answered = { state, value_after: after, answered_at: nowMs, email: null };
        const { numUpdatedRows } = await trx
          .updateTable("corrections")
          .set(answered)
          .where("id", "=", id)
          .executeTakeFirst();
        if (numUpdatedRows > 0n && letter !== null) await queueEmails(trx, [letter], nowMs);
        return numUpdatedRows > 0n;
      }),

    async delete(id) {
      return (await db.deleteFrom("corrections").where("id", "=", id).executeTakeFirst()).numDeletedRows > 0n;
    },
  };
}

const PUBLIC_FIELDS = [
  ...(["id", "path", "place", "year", "figure", "state"] as const),
  "value_before as before",
  "value_after as after",
  "received_at as receivedAtMs",
  "answered_at as answeredAtMs",
] as const;

const PRIVATE_FIELDS = ["expected", "text", "source", "email"] as const;
