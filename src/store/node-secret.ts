import type { RepositoryContext } from "./repository-context.ts";

/** Which `SECRET` the nodes of a store have, as a digest. Nodes with different ones refuse each other's sessions. */
export function nodeSecretStore({ db }: RepositoryContext) {
  return {
    async read(): Promise<string | null> {
      const row = await db.selectFrom("node_secret").select("digest").where("id", "=", 1).executeTakeFirst();
      return row?.digest ?? null;
    },
    async write(digest: string): Promise<void> {
      await db
        .insertInto("node_secret")
        .values({ id: 1, digest })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ digest }))
        .execute();
    },
  };
}
