/** @jsxImportSource hono/jsx */
import { originOf } from "../../accounts/identity-parts.ts";
import { type ApiKey, keyName, keyStatus } from "../../accounts/keys.ts";
import { PostForm } from "../form.tsx";
import { number } from "../number.ts";
import { FIRST_VISIT, refused } from "../refusal.ts";
import type { SignedInRequest } from "../session.ts";
import { Time } from "../time.tsx";
import { URLS, urlOf } from "../urls.ts";
import { KEY_NAME_ERROR, KeyNameField } from "./create-key.tsx";
import { dashboardPage } from "./dashboard-page.tsx";
import { KeyStatusText, LastUse } from "./key-table.tsx";
import { ofOwnKey } from "./own-key.tsx";
import { Refused } from "./refused.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { loadUsage } from "./usage-report.ts";

const DAYS = 30;
const AFTER = { renamed: "The key has its new name." };

export const keyPage = ofOwnKey((request, key) => pageOf(request, key, key.name));

export const renameKey = ofOwnKey(async (request, key, form) => {
  const { context, client, services } = request;
  const name = keyName.safeParse(form.get("name"));
  if (!name.success) return pageOf(request, key, form.get("name") ?? "", refused({ name: KEY_NAME_ERROR }));
  const { accountId, id: keyId } = key;
  await services.keys.rename({ accountId, keyId, name: name.data, origin: originOf(client) });
  return context.redirect(`${urlOf(URLS.key, { key: String(keyId) })}?after=renamed`, 303);
});

async function pageOf(
  request: SignedInRequest,
  key: ApiKey,
  typedName: string,
  refusal = FIRST_VISIT,
): Promise<Response> {
  const { services, csrfToken } = request;
  const parameters = { key: String(key.id) };
  const path = urlOf(URLS.key, parameters);
  const nowMs = services.clock.now();
  const [report, today] = await Promise.all([loadUsage(request, DAYS, key.id), services.usage.day(key.id)]);
  const status = keyStatus(key, nowMs);
  const revoke = (
    <a class="button danger" href={urlOf(URLS.revokeKey, parameters)}>
      Revoke
    </a>
  );
  return dashboardPage(request, {
    path,
    title: key.name,
    refusal,
    after: AFTER,
    action:
      status === "active" ? (
        <div class="actions">
          <a class="button" href={urlOf(URLS.reissueKey, parameters)}>
            Reissue
          </a>
          {revoke}
        </div>
      ) : status === "replaced" ? (
        revoke
      ) : undefined,
    content: (
      <>
        <dl class="pairs">
          <dt>Status</dt>
          <dd>
            <KeyStatusText of={key} nowMs={nowMs} />
          </dd>
          <dt>Key</dt>
          <dd>
            <code>{key.display}</code>, {key.type}
          </dd>
          <dt>Last used</dt>
          <dd>
            <LastUse ms={key.lastUsedAtMs} nowMs={nowMs} />
          </dd>
          {today === null ? null : (
            <>
              <dt>Left today</dt>
              <dd>
                {number(today.remaining)} of {number(today.limit)}
              </dd>
            </>
          )}
          <dt>Created</dt>
          <dd>
            <Time ms={key.createdAtMs} nowMs={nowMs} />
          </dd>
        </dl>
        <UsageChart report={report} />
        <Refused report={report} />
        <h2>Rename</h2>
        <PostForm action={path} csrfToken={csrfToken}>
          <KeyNameField value={typedName} errors={refusal.errors} />
          <button type="submit">Rename</button>
        </PostForm>
      </>
    ),
  });
}
