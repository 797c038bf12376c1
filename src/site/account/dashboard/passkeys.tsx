/** @jsxImportSource hono/jsx */
import { passkeyName } from "../../../accounts/passkeys.ts";
import { FIRST_VISIT, type FormRefusal, refused, refusedFor } from "../../http/form-refusal.ts";
import { type PostedForm, type SecurityRequest, sendCookies } from "../../http/session.ts";
import { Field, FORM_ERROR, PostForm } from "../../ui/form.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import { NO_PASSKEY_SENT, PasskeyForm } from "../passkey-form.tsx";
import { dashboardPage, ProofField } from "./dashboard-page.tsx";

export const PASSKEYS_UNSUPPORTED = "Passkeys need a domain name and HTTPS, which this server does not have.";

const REFUSALS = {
  wrong_password: { proof: "That is not right" },
  too_many: { [FORM_ERROR]: "This account has the most passkeys allowed. Remove one first" },
  refused: { [FORM_ERROR]: "The passkey was not accepted, or the request timed out. Start again" },
};

const AFTER = {
  added: "Passkey added. You can now sign in with it, without your password or a code.",
  removed: "Passkey removed. It no longer signs you in.",
};

export async function startPasskey(request: SecurityRequest, form: PostedForm): Promise<Response> {
  if (!request.services.passkeysWork) return request.context.notFound();
  const started = await request.services.passkeys.startAdding(request, form.get("proof") ?? "");
  if (!started.ok) return passkeysPage(request, refusedFor(started, REFUSALS));
  sendCookies(request.context, started.cookies);
  return dashboardPage(request, {
    path: URLS.passkeys,
    title: "Add a passkey",
    content: (
      <>
        <PasskeyForm action={URLS.passkeys} submit="Create passkey" does="create" options={started.options}>
          <Field name="name" label="Name" hint="For example, the device it is on." maxlength={60} />
          <p>Your browser then asks where to keep it, and for a fingerprint, a face, or a PIN.</p>
        </PasskeyForm>
        <p>
          <a href={URLS.passkeys}>Back to Passkeys</a>
        </p>
      </>
    ),
  });
}

export async function addPasskey(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, services } = request;
  if (!services.passkeysWork) return context.notFound();
  const name = passkeyName.safeParse(form.get("name") ?? "");
  if (!name.success)
    return passkeysPage(request, refused({ [FORM_ERROR]: "Enter a name of at most 60 characters" }, 400));
  const credential = form.get("credential") ?? "";
  if (credential === "") return passkeysPage(request, refused({ [FORM_ERROR]: NO_PASSKEY_SENT }, 400));
  const added = await services.passkeys.add(request, credential, name.data);
  if (!added.ok) return passkeysPage(request, refusedFor(added, REFUSALS));
  return context.redirect(`${URLS.passkeys}?after=added`, 303);
}

export async function passkeysPage(request: SecurityRequest, refusal: FormRefusal = FIRST_VISIT): Promise<Response> {
  const { client, holder, services } = request;
  if (!services.passkeysWork) return unsupportedPage(request);
  const rows = await services.passkeys.list(client);
  const hasPassword = await services.security.hasPassword(holder);
  const nowMs = services.clock.now();
  return dashboardPage(request, {
    path: URLS.passkeys,
    title: "Passkeys",
    refusal,
    after: AFTER,
    content: (
      <>
        <p>
          A passkey signs you in with your device's fingerprint, face, or PIN, without a password or a code. It stays on
          your devices; this server has only its public key. If you lose all your passkeys, sign in with your password,
          or <a href={URLS.forgotPassword}>set one by email</a>.
        </p>
        {rows.length === 0 ? null : (
          <Table
            class="stack"
            columns={[
              { heading: "Name", cell: ({ name }) => name },
              { heading: "On", cell: ({ isSynced }) => (isSynced ? "Your synced devices" : "One device") },
              { heading: "Added", cell: ({ createdAtMs }) => <Time ms={createdAtMs} nowMs={nowMs} /> },
              {
                heading: "Action",
                cell: ({ id, name }) => (
                  <a href={urlOf(URLS.removePasskey, { passkey: id })}>
                    Remove<span class="visually-hidden"> {name}</span>
                  </a>
                ),
              },
            ]}
            rows={rows}
          />
        )}
        <h2>Add a passkey</h2>
        <PostForm action={URLS.passkeyStart} submit="Continue">
          <ProofField holder={holder} hasPassword={hasPassword} />
        </PostForm>
      </>
    ),
  });
}

function unsupportedPage(request: SecurityRequest): Promise<Response> {
  return dashboardPage(request, {
    path: URLS.passkeys,
    title: "Passkeys",
    content: <p>{PASSKEYS_UNSUPPORTED}</p>,
  });
}

export async function removePasskeyPage(
  request: SecurityRequest,
  refusal: FormRefusal = FIRST_VISIT,
): Promise<Response> {
  const { client, context, holder, services } = request;
  const id = context.req.param("passkey") ?? "";
  const found = services.passkeysWork ? await services.passkeys.list(client) : [];
  const passkey = found.find((one) => one.id === id);
  if (!passkey) return context.notFound();
  const action = urlOf(URLS.removePasskey, { passkey: id });
  return dashboardPage(request, {
    path: URLS.passkeys,
    title: "Remove a passkey",
    refusal,
    content: (
      <>
        <p>
          The passkey <strong>{passkey.name}</strong> will no longer sign you in. Delete it on your device, too.
        </p>
        <PostForm action={action} submit="Remove passkey" isDangerous back={[URLS.passkeys, "Cancel"]}>
          <ProofField holder={holder} hasPassword={await services.security.hasPassword(holder)} />
        </PostForm>
      </>
    ),
  });
}

export async function removePasskey(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, services } = request;
  const id = context.req.param("passkey") ?? "";
  if (!services.passkeysWork) return context.notFound();
  const removed = await services.passkeys.remove(request, id, form.get("proof") ?? "");
  if (removed.ok) return context.redirect(`${URLS.passkeys}?after=removed`, 303);
  return "reason" in removed ? removePasskeyPage(request, refusedFor(removed, REFUSALS)) : context.notFound();
}
