/** @jsxImportSource hono/jsx */

import { originOf } from "../../accounts/identity-parts.ts";
import { type ApiKey, keyStatus } from "../../accounts/keys.ts";
import { DAY_MS } from "../../domain/window.ts";
import type { SignedInRequest } from "../session.ts";
import { Time } from "../time.tsx";
import { URLS, urlOf } from "../urls.ts";
import { ConfirmForm, dashboardPage } from "./dashboard-page.tsx";
import { ofOwnKey } from "./own-key.tsx";

const RECENT_MS = 7 * DAY_MS;

export const revokeKeyPage = ofOwnKey((request, key) =>
  keyStatus(key, request.services.clock.now()) === "revoked"
    ? request.context.redirect(urlOf(URLS.key, { key: String(key.id) }), 303)
    : pageOf(request, key),
);

export const revokeKey = ofOwnKey(async ({ context, client, services }, { id: keyId, accountId }) => {
  await services.keys.revoke({ accountId, keyId, origin: originOf(client) });
  return context.redirect(`${URLS.keys}?after=revoked`, 303);
});

function pageOf(request: SignedInRequest, key: ApiKey): Promise<Response> {
  const nowMs = request.services.clock.now();
  const parameters = { key: String(key.id) };
  const action = urlOf(URLS.revokeKey, parameters);
  return dashboardPage(request, {
    path: action,
    title: `Revoke “${key.name}”?`,
    content: (
      <>
        {key.lastUsedAtMs !== null && nowMs - key.lastUsedAtMs < RECENT_MS ? (
          <div class="message error">
            <p>
              <strong>This key was used in the last 7 days:</strong> <Time ms={key.lastUsedAtMs} nowMs={nowMs} />.
              Programs that still use it will stop working.
            </p>
          </div>
        ) : null}
        <p>
          Requests with <code>{key.display}</code> will get 403 immediately, everywhere, and permanently. To replace the
          key without downtime, <a href={urlOf(URLS.reissueKey, parameters)}>reissue</a> it instead.
        </p>
        <ConfirmForm
          request={request}
          action={action}
          label={`Revoke ${key.name}`}
          isDangerous
          back={[urlOf(URLS.key, parameters), "Keep the key"]}
        />
      </>
    ),
  });
}
