/** @jsxImportSource hono/jsx */

import { originOf } from "../../accounts/identity-parts.ts";
import { type ApiKey, keyStatus } from "../../accounts/keys.ts";
import { PostForm } from "../form.tsx";
import { Moment } from "../moment-element.tsx";
import type { HolderRoutes } from "../routes.ts";
import type { SignedInRequest } from "../session.ts";
import { URLS, urlOf } from "../urls.ts";
import { dashboardPage } from "./dashboard-page.tsx";
import { keyNotFound, ownKey } from "./keys.tsx";

const RECENT_MS = 7 * 86_400_000;

export function revokeKeyRoutes(routes: HolderRoutes): void {
  routes.signedInPage(URLS.revokeKey, async (request) => {
    const key = await ownKey(request);
    if (!key) return keyNotFound(request);
    if (keyStatus(key, request.services.clock.now()) === "revoked") return request.context.redirect(URLS.keys, 303);
    return revokePage(request, key);
  });
  routes.signedInPost(URLS.revokeKey, async (request) => {
    const key = await ownKey(request);
    if (!key) return keyNotFound(request);
    await request.services.keys.revoke({
      accountId: request.holder.accountId,
      keyId: key.id,
      origin: originOf(request.client),
    });
    return request.context.redirect(`${URLS.keys}?after=revoked`, 303);
  });
}

function revokePage(request: SignedInRequest, key: ApiKey): Promise<Response> {
  const nowMs = request.services.clock.now();
  const action = urlOf(URLS.revokeKey, { key: String(key.id) });
  const isRecent = key.lastUsedAtMs !== null && nowMs - key.lastUsedAtMs < RECENT_MS;
  return dashboardPage(request, {
    path: action,
    title: `Revoke “${key.name}”?`,
    content: (
      <>
        {isRecent && key.lastUsedAtMs !== null ? (
          <div class="message error">
            <p>
              <strong>This key was used in the last 7 days:</strong> <Moment ms={key.lastUsedAtMs} nowMs={nowMs} />.
              Programs that still use it will stop working.
            </p>
          </div>
        ) : null}
        <p>
          Requests with <code>{key.display}</code> will get 403 immediately, everywhere, and permanently. To replace the
          key without downtime, <a href={urlOf(URLS.reissueKey, { key: String(key.id) })}>reissue</a> it instead.
        </p>
        <PostForm action={action} csrfToken={request.csrfToken}>
          <div class="actions">
            <a class="button" href={URLS.keys}>
              Keep the key
            </a>
            <button type="submit" class="danger">
              Revoke {key.name}
            </button>
          </div>
        </PostForm>
      </>
    ),
  });
}
