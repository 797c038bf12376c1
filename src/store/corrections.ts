import type { CorrectionStore } from "../corrections/correction.ts";
import type { RepositoryContext } from "./repository-context.ts";

export function correctionStore({ db, now }: RepositoryContext): CorrectionStore {
  const all = () => db.selectFrom("corrections").select([...PUBLIC_FIELDS, ...PRIVATE_FIELDS]);
  return {
    async save({ before, ...correction }) {
      const row = { ...correction, value_before: before, received_at: await now(db), state: "received" } as const;
      return (await db.insertInto("corrections").values(row).returning("id").executeTakeFirstOrThrow()).id;
    },

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

    async answer(id, { state, after }) {
      const answered = { state, value_after: after, answered_at: await now(db), email: null };
      const result = await db.updateTable("corrections").set(answered).where("id", "=", id).executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

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
