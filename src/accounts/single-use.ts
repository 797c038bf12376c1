import { DAY_MS } from "../base/window.ts";
import { digestedName } from "./throttle.ts";

/** A code from the authenticator app is valid for three steps of 30 s, and accepted once (RFC 6238, 5.2). */
const CODE_REMEMBERED_MS = 90_000;
/** Longer than a page with a form stays open. */
const FORM_REMEMBERED_MS = DAY_MS;

/** Remembers what was used, across processes and restarts. */
export interface SingleUseStore {
  /** Takes the one use of `token`. False if it was taken before, less than its `lastsMs` ago. One statement. */
  take(token: string, lastsMs: number): Promise<boolean>;
}

/** Marks a code of the authenticator app as used; false if it was used before. */
export function takeCode(store: SingleUseStore, userId: string, code: string): Promise<boolean> {
  return store.take(digestedName("code_use", `${userId}:${code}`), CODE_REMEMBERED_MS);
}

/** Marks a form as sent; false if it was sent before, as by a reload. */
export function takeForm(store: SingleUseStore, accountId: number, formId: string): Promise<boolean> {
  return store.take(digestedName("form_use", `${accountId}:${formId}`), FORM_REMEMBERED_MS);
}
