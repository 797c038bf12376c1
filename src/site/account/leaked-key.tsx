/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { readKeyHeader } from "../../access/key.ts";
import type { ApiKey } from "../../accounts/keys.ts";
import { Field, type FieldErrors, PostForm, Status } from "../form.tsx";
import type { PostedForm, RequestContext, SessionHandlers, SiteEnv } from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { accountPage } from "./account-page.tsx";

/** Revoking a key by having it: whoever finds one in public can end it, without an account here. */
export function leakedKeyRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.leakedKey,
    handlers.page((request) => request.context.html(leakedKeyPage(request, {}))),
  );
  app.post(
    URLS.leakedKey,
    handlers.post((request, form) => revoke(services, request, form)),
  );
}

/** The key is in the form's body alone: not in an address, not in the answer, not in the log. */
async function revoke(services: SiteServices, request: RequestContext, form: PostedForm): Promise<Response> {
  const { context } = request;
  const read = readKeyHeader(form.get("key")?.trim());
  if (!read.ok || read.digest === null) {
    const error = "This is no key of this service. Paste the whole key, from svc_ to its last character";
    return context.html(leakedKeyPage(request, { key: error }), 400);
  }
  const key = await services.keys.findByDigest(read.digest);
  if (key === null) {
    return context.html(leakedKeyPage(request, { key: "There is no such key. It cannot be used here" }), 404);
  }
  const origin = { via: "service", address: request.client.address } as const;
  const result = await services.keys.revoke({ accountId: key.accountId, keyId: key.id, origin });
  if (result.ok) await tellHolder(services, key);
  const done = result.ok ? "is revoked. Its holder is told" : "was revoked before";
  return context.html(leakedKeyPage(request, {}, `The key ${key.display} ${done}. It is answered 403 from now on.`));
}

async function tellHolder(services: SiteServices, key: ApiKey): Promise<void> {
  await services.notices.raise({
    accountId: key.accountId,
    kind: "key_revoked",
    subject: String(key.id),
    text: `The key “${key.name}” (${key.display}) was revoked on the page for leaked keys by somebody who had it. Unless that was you, it was public: create a new key, and look for the place where this one stood.`,
  });
}

function leakedKeyPage(request: RequestContext, errors: FieldErrors, done?: string): string {
  return accountPage({
    path: URLS.leakedKey,
    title: "Revoke a leaked key",
    errors,
    content: (
      <>
        <Status text={done} />
        <p>
          You found an API key of this service where it should not be: in a repository, a log, a web page. Whoever has a
          key can end it here. Every request with it is then refused, at once and for good.
        </p>
        <PostForm action={URLS.leakedKey} csrfToken={request.csrfToken}>
          <Field
            name="key"
            label="API key"
            type="password"
            autocomplete="off"
            hint="It begins with svc_live_ or svc_test_. It is not kept and not shown again."
            errors={errors}
          />
          <button type="submit" class="primary">
            Revoke this key
          </button>
        </PostForm>
      </>
    ),
  });
}
