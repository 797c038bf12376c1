import { mintKey } from "../access/key.ts";
import type { ApiKey, CreateKeyRefusal, KeyReissue, NewKey, ReissueKeyRefusal } from "./keys.ts";
import type { KeyStore } from "./store.ts";

/** `secret` is the key itself, to be shown only once. */
type IssueKeyResult = { readonly ok: true; readonly key: ApiKey; readonly secret: string } | CreateKeyRefusal;
type ReissueKeyResult = { readonly ok: true; readonly key: ApiKey; readonly secret: string } | ReissueKeyRefusal;

/** Creates a key for an account. It works from the next request. */
export async function issueKey(keys: KeyStore, request: NewKey): Promise<IssueKeyResult> {
  const { key: secret, ...hashedKey } = mintKey(request.type);
  const result = await keys.create(request, hashedKey);
  return result.ok ? { ...result, secret } : result;
}

/** Replaces a key with one of the same name, type, and lifetime. A key of another account is `key_not_found`. */
export async function reissueKey(keys: KeyStore, request: KeyReissue): Promise<ReissueKeyResult> {
  const old = await keys.find(request.keyId);
  if (old === null) return { ok: false, reason: "key_not_found" };
  const { key: secret, ...hashedKey } = mintKey(old.type);
  const result = await keys.reissue(request, hashedKey);
  return result.ok ? { ...result, secret } : result;
}
