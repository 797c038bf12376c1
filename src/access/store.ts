import type { ClientAddress } from "./allowed-addresses.ts";
import type { Decision, Principal, RequestKind } from "./decision.ts";
import type { KeyDigest } from "./key.ts";

export interface AdmissionRequest {
  readonly digest: KeyDigest;
  readonly kind: RequestKind;
  /** False for a check, and for a request over its key's burst: the key is still checked, but nothing is counted. */
  readonly counts: boolean;
  /** Without it, a restricted key is refused. */
  readonly address?: ClientAddress | undefined;
}

/** The store's answer to one request. `usable`: the request does not count, and its key may pass and has quota left. */
export type BatchDecision = Decision | { readonly outcome: "usable"; readonly principal: Principal };

export interface AdmissionStore {
  /**
   * Decides and counts a batch by the counting rule (`counting.ts`), and returns decisions in the same order
   * once the count is durable. Throws or rejects if the store cannot be reached or the outcome is unknown: then
   * requests may have been counted, but none may be admitted.
   */
  admit(batch: readonly AdmissionRequest[]): readonly BatchDecision[] | Promise<readonly BatchDecision[]>;
}
