/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { originOf } from "../../accounts/identity.ts";
import { type ApiKey, keyStatus } from "../../accounts/keys.ts";
import { PostForm } from "../form.tsx";
import type { SiteKit } from "../kit.ts";
import { Moment } from "../moment-element.tsx";
import { URLS, urlOf } from "../urls.ts";
import type { HolderVisit, SiteEnv, Visits } from "../visit.ts";
import { dashboardPage, holdingOf } from "./dashboard-page.tsx";
import { keyNotFound } from "./key-not-found.tsx";
import { ownKey } from "./keys.tsx";

const RECENT_MS = 7 * 86_400_000;

export function revokeKeyRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  app.get(
    URLS.revokeKey,
    visits.holderPage(async (visit) => {
      const key = await ownKey(kit, visit);
      if (!key) return keyNotFound(kit, visit);
      if (keyStatus(key, kit.clock.now()) === "revoked") return visit.context.redirect(URLS.keys, 303);
      return visit.context.html(await revokePage(kit, visit, key));
    }),
  );
  app.post(
    URLS.revokeKey,
    visits.holderPost(async (visit) => {
      const key = await ownKey(kit, visit);
      if (!key) return keyNotFound(kit, visit);
      await kit.keys.revoke({ accountId: visit.holder.accountId, keyId: key.id, origin: originOf(visit.client) });
      return visit.context.redirect(`${URLS.keys}?after=revoked`, 303);
    }),
  );
}

async function revokePage(kit: SiteKit, visit: HolderVisit, key: ApiKey): Promise<string> {
  const nowMs = kit.clock.now();
  const action = urlOf(URLS.revokeKey, { key: String(key.id) });
  const isRecent = key.lastUsedAtMs !== null && nowMs - key.lastUsedAtMs < RECENT_MS;
  return dashboardPage(visit, await holdingOf(kit, visit), {
    path: action,
    title: `Revoke “${key.name}”?`,
    content: (
      <>
        {isRecent && key.lastUsedAtMs !== null ? (
          <div class="message error">
            <p>
              <strong>This key was used in the last 7 days:</strong> <Moment ms={key.lastUsedAtMs} nowMs={nowMs} />.
              What still uses it stops working.
            </p>
          </div>
        ) : null}
        <p>
          Requests with <code>{key.display}</code> are answered 403 at once, everywhere, and for good. To put a new key
          in its place without a break, <a href={urlOf(URLS.reissueKey, { key: String(key.id) })}>reissue</a> it
          instead.
        </p>
        <PostForm action={action} csrfToken={visit.csrfToken}>
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
