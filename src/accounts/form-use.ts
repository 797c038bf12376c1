import { createHash } from "node:crypto";
import { DAY_MS } from "../domain/window.ts";
import type { ThrottleStore } from "./throttle.ts";

/** Longer than a page with a form stays open. */
const REMEMBERED_MS = DAY_MS;

/** Takes the one use of a form whose answer shows a secret; false if `formId` was sent before, as by a reload. */
export async function takeForm(
  store: Pick<ThrottleStore, "count">,
  accountId: number,
  formId: string,
): Promise<boolean> {
  if (formId === "") return false;
  const digest = createHash("sha256").update(`${accountId}:${formId}`).digest("base64url");
  return (await store.count(`form_use:${digest}`, REMEMBERED_MS)).count === 1;
}
