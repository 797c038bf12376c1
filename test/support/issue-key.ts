import type { KeyType, PlanName } from "../../src/domain/plan.ts";
import { safety } from "./command.ts";

export interface KeyWanted {
  readonly email?: string;
  readonly type?: KeyType;
  readonly plan?: PlanName;
}

/** A new key in the store of a running server, created like an operator's. */
export async function issueKey(databaseUrl: string, wanted: KeyWanted = {}): Promise<string> {
  const { email = "alice@example.com", type = "live", plan } = wanted;
  const args = ["key", "create", "--email", email, "--type", type, ...(plan ? ["--plan", plan] : [])];
  const { exitCode, out, note } = await safety({ DATABASE_URL: databaseUrl }, ...args);
  if (exitCode !== 0) throw new Error(note);
  return out.trim();
}
