/** @jsxImportSource hono/jsx */
import { originBy } from "../../../accounts/identity-parts.ts";
import { throttle } from "../../../accounts/throttle.ts";
import { type Delivery, shownFault, type Webhook } from "../../../accounts/webhook.ts";
import { FIRST_VISIT, refused } from "../../http/form-refusal.ts";
import type { PostedForm, SignedInRequest } from "../../http/session.ts";
import { Field, PostForm } from "../../ui/form.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { URLS } from "../../ui/urls.ts";
import { isFirstSubmission, SubmitOnceField } from "./create-key.tsx";
import { dashboardPage } from "./dashboard-page.tsx";

const SHOWN = 20;
const AFTER = {
  saved: "The webhook is saved and on.",
  tested: "A test message is on its way. Reload this page to see how it went.",
  untested: "The webhook is off, so no test message was sent.",
  deleted: "The webhook is deleted.",
  shown: "The service shows a signing secret only once. If you missed it, create a new one.",
};

export async function webhookPage(request: SignedInRequest, refusal = FIRST_VISIT): Promise<Response> {
  const { holder, services } = request;
  const webhook = await services.webhooks.find(holder.accountId);
  return dashboardPage(request, {
    path: URLS.webhook,
    title: "Webhook",
    after: AFTER,
    refusal,
    content: (
      <>
        <p>
          The service posts a signed JSON message to your server when something happens to your account.{" "}
          <a href={URLS.webhooksGuide}>Webhooks</a> lists the messages and explains how to verify them.
        </p>
        {webhook ? <State of={webhook} nowMs={services.clock.now()} /> : null}
        <PostForm action={URLS.webhook} submit={webhook?.disabledAtMs ? "Save and Turn On" : "Save"}>
          <Field
            name="url"
            label="URL"
            hint="Such as https://example.com/hooks/safety"
            autocomplete="off"
            maxlength={500}
            value={webhook?.url ?? ""}
          />
        </PostForm>
        {webhook ? await lastDeliveries(request, webhook) : null}
      </>
    ),
  });
}

function State({ of: { failingSinceMs, disabledAtMs }, nowMs }: { readonly of: Webhook; readonly nowMs: number }) {
  if (disabledAtMs !== null) {
    return (
      <div class="message error">
        <p>
          <strong>Off</strong> since <Time ms={disabledAtMs} nowMs={nowMs} />: no message was accepted for a day.
          Messages of that time are not sent again.
        </p>
      </div>
    );
  }
  if (failingSinceMs === null) return null;
  return (
    <div class="message warning">
      <p>
        <strong>No message accepted</strong> since <Time ms={failingSinceMs} nowMs={nowMs} />. After a day of failures,
        the webhook is turned off.
      </p>
    </div>
  );
}

async function lastDeliveries({ holder, services }: SignedInRequest, { disabledAtMs }: Webhook) {
  const deliveries = await services.webhooks.deliveries(holder.accountId, SHOWN);
  const nowMs = services.clock.now();
  return (
    <>
      <h2>Last messages</h2>
      {deliveries.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <Table
          class="stack"
          columns={[
            { heading: "Event", cell: ({ atMs }) => <Time ms={atMs} nowMs={nowMs} /> },
            { heading: "Type", cell: ({ type }) => <code class="nowrap">{type}</code> },
            { heading: "Attempts", class: "number", cell: ({ attempts }) => attempts },
            { heading: "Result", cell: (delivery) => <Result of={delivery} nowMs={nowMs} /> },
          ]}
          rows={deliveries}
        />
      )}
      <PostForm action={URLS.webhookTest}>
        <SubmitOnceField />
        <div class="actions">
          {disabledAtMs === null ? <button type="submit">Send test message</button> : null}
          <button type="submit" formaction={URLS.webhookSecret}>
            New signing secret
          </button>
          <a class="button danger" href={URLS.deleteWebhook}>
            Delete webhook
          </a>
        </div>
      </PostForm>
      <p class="small muted">After a new signing secret, the old one also signs for a day.</p>
    </>
  );
}

function Result({ of: delivery, nowMs }: { readonly of: Delivery; readonly nowMs: number }) {
  const { deliveredAtMs, nextAttemptAtMs, status } = delivery;
  const fault = shownFault(delivery);
  const answer = status === null ? "" : ` (${status})`;
  if (deliveredAtMs !== null) return <span class="tag">Delivered{answer}</span>;
  if (fault === null) return "Waiting";
  return (
    <span>
      {nextAttemptAtMs === null ? <span class="tag off">Given up</span> : null} {fault}
      {answer}
      {nextAttemptAtMs === null ? null : (
        <span class="small muted">
          . Next attempt <Time ms={nextAttemptAtMs} nowMs={nowMs} />
        </span>
      )}
    </span>
  );
}

export async function saveWebhook(request: SignedInRequest, form: PostedForm): Promise<Response> {
  const { context, holder, services } = request;
  const saved = await services.webhookEndpoint.save(holder.accountId, form.get("url") ?? "", originBy(request));
  if (!saved.ok) return webhookPage(request, refused({ url: saved.fault }, 400, form));
  if (saved.secret === null) return context.redirect(`${URLS.webhook}?after=saved`, 303);
  return shownSecretPage(request, saved.secret, "The webhook is saved and on.");
}

export async function testWebhook({ context, holder, services }: SignedInRequest): Promise<Response> {
  await throttle(services.throttles, "webhook_test_account", String(holder.accountId));
  const isSent = await services.webhooks.sendTest(holder.accountId);
  return context.redirect(`${URLS.webhook}?after=${isSent ? "tested" : "untested"}`, 303);
}

export async function renewWebhookSecret(request: SignedInRequest, form: PostedForm): Promise<Response> {
  const { context, holder, services } = request;
  if (!(await isFirstSubmission(request, form))) return context.redirect(`${URLS.webhook}?after=shown`, 303);
  const secret = await services.webhookEndpoint.renew(holder.accountId, originBy(request));
  if (secret === null) return context.redirect(URLS.webhook, 303);
  return shownSecretPage(request, secret, "The new signing secret is in use. The old one works for another day.");
}

export function deleteWebhookPage(request: SignedInRequest): Promise<Response> {
  return dashboardPage(request, {
    path: URLS.deleteWebhook,
    title: "Delete the webhook?",
    content: (
      <>
        <p>Its messages are deleted too, including those that are not delivered yet.</p>
        <PostForm
          action={URLS.deleteWebhook}
          submit="Delete webhook"
          isDangerous
          back={[URLS.webhook, "Keep the webhook"]}
        />
      </>
    ),
  });
}

export async function deleteWebhook(request: SignedInRequest): Promise<Response> {
  const { context, holder, services } = request;
  await services.webhooks.delete(holder.accountId, originBy(request));
  return context.redirect(`${URLS.webhook}?after=deleted`, 303);
}

/** The only page with the signing secret: not stored (`no-store`), and cleared when the user leaves. */
function shownSecretPage(request: SignedInRequest, secret: string, status: string): Promise<Response> {
  return dashboardPage(request, {
    hasNotices: false,
    refusal: refused({}, 201),
    path: URLS.webhook,
    title: "Copy the signing secret now",
    status,
    content: (
      <div class="panel" data-once={URLS.webhook}>
        <p>Your server needs it to verify messages. This is the only time you can see it.</p>
        <code class="secret" id="signing-secret">
          {secret}
        </code>
        <p class="actions">
          <button type="button" class="primary" data-copy="signing-secret" hidden>
            Copy secret
          </button>
          <a href={URLS.webhook}>I saved it: back to Webhook</a>
        </p>
      </div>
    ),
  });
}
