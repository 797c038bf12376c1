import { mintKey } from "../access/key.ts";
import type { ApiKey, CreateKeyRefusal, KeyReissue, NewKey, ReissueKeyRefusal } from "./keys.ts";
import type { KeyStore } from "./store.ts";

/** `secret` is the key itself, to be shown once. */
export type CreateKeyResult = { readonly ok: true; readonly key: ApiKey; readonly secret: string } | CreateKeyRefusal;
export type ReissueKeyResult = { readonly ok: true; readonly key: ApiKey; readonly secret: string } | ReissueKeyRefusal;

/** Makes a key for an account, in force for the next request. */
export async function createKey(keys: KeyStore, request: NewKey): Promise<CreateKeyResult> {
  const { key: secret, ...imprint } = mintKey(request.type);
  const result = await keys.create(request, imprint);
  return result.ok ? { ...result, secret } : result;
}

/**
 * Puts a new key of the same name, type and lifetime in the place of an old one, in one transaction. The old key stops
 * at once or when the grace ends. A key of another account is `key_not_found`.
 */
export async function reissueKey(keys: KeyStore, request: KeyReissue): Promise<ReissueKeyResult> {
  const old = await keys.find(request.keyId);
  if (old === null) return { ok: false, reason: "key_not_found" };
  const { key: secret, ...imprint } = mintKey(old.type);
  const result = await keys.reissue(request, imprint);
  return result.ok ? { ...result, secret } : result;
}
