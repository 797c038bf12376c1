import type { RepositoryContext } from "./repository-context.ts";

/** Which `SECRET` the nodes of a store have, as a digest. Nodes with different ones refuse each other's sessions. */
export interface NodeSecretStore {
  read(): Promise<string | null>;
  write(digest: string): Promise<void>;
}

export function nodeSecretStore({ db }: RepositoryContext): NodeSecretStore {
  return {
    async read() {
      const row = await db.selectFrom("node_secret").select("digest").where("id", "=", 1).executeTakeFirst();
      return row?.digest ?? null;
    },
    async write(digest) {
      await db
        .insertInto("node_secret")
        .values({ id: 1, digest })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ digest }))
        .execute();
    },
  };
}
