import type { AuditEvent } from "../../accounts/account.ts";
import type { Page } from "../../accounts/store.ts";
import type { Store } from "../../store/store.ts";
import { isoTime, printJson, printTable, showTime, type Terminal } from "../terminal.ts";
import { accountOf } from "../with-store.ts";

export const EVENT_HEADER = ["TIME", "ACCOUNT", "EVENT", "KEY", "BY", "DETAIL"] as const;

const BY = { command: "operator", dashboard: "account holder", service: "service" } as const;

export interface LogOptions {
  readonly limit: number;
  readonly json?: true;
}

/** Prints the audit log of an account, or the changes that operators made to any account, newest first. */
export async function printLog(
  terminal: Terminal,
  store: Store,
  email: string | undefined,
  { limit, json }: LogOptions,
): Promise<void> {
  const page: Page = { limit };
  const events =
    email === undefined
      ? await store.accounts.operatorLog(page)
      : await store.accounts.auditLog((await accountOf(store, email)).id, page);
  if (json) return printJson(terminal, events.map(describeEvent));
  if (events.length === 0) return terminal.note("There are no entries.\n");
  printTable(terminal, EVENT_HEADER, events.map(eventRow));
}

export function eventRow({ atMs, accountId, name, keyId, origin, detail }: AuditEvent): readonly string[] {
  const by = origin.address === null ? BY[origin.via] : `${BY[origin.via]} ${origin.address}`;
  return [showTime(atMs), String(accountId), name, keyId === null ? "-" : String(keyId), by, detail];
}

export function describeEvent({ atMs, accountId, name, keyId, origin, detail }: AuditEvent) {
  return {
    at: isoTime(atMs),
    account: accountId,
    event: name,
    key: keyId,
    by: origin.via,
    actor: origin.address,
    detail,
  };
}
