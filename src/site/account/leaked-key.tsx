/** @jsxImportSource hono/jsx */
import { readKeyHeader } from "../../access/key.ts";
import type { ApiKey } from "../../accounts/keys.ts";
import { FIRST_VISIT, refused } from "../http/form-refusal.ts";
import type { AccountServices } from "../http/services.ts";
import type { PageResponse, PostedForm, RequestContext } from "../http/session.ts";
import { Field, PostForm, Status } from "../ui/form.tsx";
import { URLS } from "../ui/urls.ts";
import { accountPage } from "./account-page.tsx";

/** Whoever has a key can revoke it, without an account. The key is only in the form's body, never in a URL, the answer, or the log. */
export async function revokeLeakedKey(request: RequestContext<AccountServices>, form: PostedForm): Promise<Response> {
  const { services } = request;
  const read = readKeyHeader(form.get("key")?.trim());
  if (!read.ok || read.digest === null) {
    const error = "This is not a key of this service. Paste the whole key, from svc_ to its last character";
    return leakedKeyPage(request, refused({ key: error }));
  }
  const key = await services.keys.findByDigest(read.digest);
  if (key === null) {
    return leakedKeyPage(request, refused({ key: "This key does not exist and does not work here" }, 404));
  }
  const origin = { via: "service", address: request.client.address } as const;
  const result = await services.keys.revoke({ accountId: key.accountId, keyId: key.id, origin });
  if (result.ok) await notifyAccountHolder(services, key);
  const done = result.ok ? "is revoked, and its account holder is notified" : "was already revoked";
  return leakedKeyPage(request, FIRST_VISIT, `The key ${key.display} ${done}. Requests with it now get 403.`);
}

async function notifyAccountHolder(services: AccountServices, key: ApiKey): Promise<void> {
  await services.notices.raise({
    accountId: key.accountId,
    kind: "key_revoked",
    subject: String(key.id),
    text: `The key “${key.name}” (${key.display}) was revoked on the page for leaked keys by someone who had it. If that was not you, the key was public: create a new key, and find out where this one was exposed.`,
  });
}

export function leakedKeyPage(
  request: RequestContext<AccountServices>,
  refusal = FIRST_VISIT,
  status?: string,
): PageResponse {
  return accountPage(request, {
    path: URLS.leakedKey,
    title: "Revoke a leaked key",
    description: "Found an API key of this service in public? Revoke it here. Whoever has the key may do so.",
    refusal,
    content: (
      <>
        <Status text={status} />
        <p>
          Did you find an API key of this service in a repository, a log, or a web page? Anyone who has a key can revoke
          it here. Every request with it is then refused, immediately and permanently.
        </p>
        <PostForm action={URLS.leakedKey} submit="Revoke this key">
          <Field
            name="key"
            label="API key"
            type="password"
            autocomplete="off"
            hint="It begins with svc_live_ or svc_test_. The service does not store or show it."
          />
        </PostForm>
      </>
    ),
  });
}
