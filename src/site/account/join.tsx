/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";
import type { OpenInvitation } from "../../accounts/members.ts";
import { isPasswordTooLong } from "../../accounts/password.ts";
import { withDestination } from "../http/destination.ts";
import { FIRST_VISIT, type FormRefusal, refused, refusedFor } from "../http/form-refusal.ts";
import type { PageResponse, PostedForm, RequestContext } from "../http/session.ts";
import { sendCookies } from "../http/session.ts";
import { FORM_ERROR, PostForm, PrimaryLink } from "../ui/form.tsx";
import { URLS } from "../ui/urls.ts";
import { accountPage, NewPasswordField, PASSWORD_FAULTS, passwordFaults } from "./account-page.tsx";
import { ROLE_TITLES } from "./dashboard/dashboard-page.tsx";
import { ProviderButtons } from "./provider-sign-in.tsx";

/** The link of an invitation. Opening it changes nothing, because mail scanners open links too. */
export async function joinPage(request: RequestContext): Promise<Response> {
  return pageOf(request, request.context.req.query("token") ?? "");
}

const REFUSALS = {
  ...passwordFaults("password"),
  other_address: { [FORM_ERROR]: "The address has an account by now. Sign in with it" },
  too_many_accounts: { [FORM_ERROR]: "You are in too many accounts. Leave one first" },
  sign_up_refused: { [FORM_ERROR]: "This address may have no account on this server" },
  invitation_gone: {},
};

export async function joinAccount(request: RequestContext, form: PostedForm): Promise<Response> {
  const { client, context, holder, services } = request;
  const token = form.get("token") ?? "";
  if (holder !== null) {
    const joined = await services.teams.join({ client, holder }, token);
    if (!joined.ok) return pageOf(request, token, refusedFor(joined, { ...REFUSALS, other_address: {} }));
    return context.redirect(`${URLS.people}?after=joined`, 303);
  }
  const password = form.get("password") ?? "";
  const fault = password === "" ? PASSWORD_FAULTS.too_short : isPasswordTooLong(password) && PASSWORD_FAULTS.too_long;
  if (fault) return pageOf(request, token, refused({ password: fault }));
  const joined = await services.teams.joinNew(client, token, password);
  if (!joined.ok) return pageOf(request, token, refusedFor(joined, REFUSALS));
  sendCookies(context, joined.cookies);
  return context.redirect(`${URLS.people}?after=joined`, 303);
}

/** What whoever has the link can do with it now. */
async function pageOf(request: RequestContext, token: string, refusal = FIRST_VISIT): Promise<Response> {
  const { holder, services } = request;
  const invitation = await services.teams.find(token);
  if (invitation === null) return gonePage(request);
  if (holder !== null) {
    const isTheirs = holder.email === invitation.email;
    return isTheirs ? acceptPage(request, token, invitation, refusal) : otherAddressPage(request, invitation);
  }
  switch (await services.teams.joiningBy(invitation)) {
    case "signing_in":
      return signInFirstPage(request, token, invitation, refusal);
    case "signing_up":
      return newPersonPage(request, token, invitation, refusal);
    default:
      return operatorOnlyPage(request, invitation);
  }
}

interface InvitationPage {
  readonly title: string;
  readonly invitation: OpenInvitation;
  readonly refusal: FormRefusal;
  /** What can be done with it. */
  readonly content: Child;
}

function invitationPage(
  request: RequestContext,
  { title, invitation: { accountEmail, email, role }, refusal, content }: InvitationPage,
): PageResponse {
  return accountPage(request, {
    path: URLS.join,
    title,
    refusal,
    content: (
      <>
        <p>
          <strong>{email}</strong> is invited to the account of <strong>{accountEmail}</strong> as {ROLE_TITLES[role]}.
        </p>
        {content}
      </>
    ),
  });
}

function JoinForm({ token, children }: PropsWithChildren<{ readonly token: string }>) {
  return (
    <PostForm action={URLS.join} submit="Join">
      <input type="hidden" name="token" value={token} />
      {children}
    </PostForm>
  );
}

function acceptPage(
  request: RequestContext,
  token: string,
  invitation: OpenInvitation,
  refusal: FormRefusal,
): PageResponse {
  return invitationPage(request, {
    title: "Join the account",
    invitation,
    refusal,
    content: (
      <>
        <p>Its owners see your address, and the log of the account has what you do in it. You can leave at any time.</p>
        <JoinForm token={token} />
        <p>
          <a href={URLS.overview}>Not now</a>
        </p>
      </>
    ),
  });
}

function otherAddressPage(request: RequestContext, invitation: OpenInvitation): PageResponse {
  return invitationPage(request, {
    title: "This invitation is for another address",
    invitation,
    refusal: refused({}, 403),
    content: (
      <>
        <p>
          You are signed in as {request.holder?.email}. Sign out and open the link again, or ask for an invitation of
          your address.
        </p>
        <PostForm action={URLS.signOut} submit="Sign out" />
      </>
    ),
  });
}

function signInFirstPage(
  request: RequestContext,
  token: string,
  invitation: OpenInvitation,
  refusal: FormRefusal,
): PageResponse {
  return invitationPage(request, {
    title: "Sign in to join",
    invitation,
    refusal,
    content: (
      <>
        <p>This address already has a sign-in here.</p>
        <p>
          <PrimaryLink href={withDestination(URLS.signIn, destinationOfLink(token))}>Sign in</PrimaryLink>
        </p>
        <p class="small muted">After signing in you come back to this invitation.</p>
      </>
    ),
  });
}

function newPersonPage(
  request: RequestContext,
  token: string,
  invitation: OpenInvitation,
  refusal: FormRefusal,
): PageResponse {
  return invitationPage(request, {
    title: "Join the account",
    invitation,
    refusal,
    content: (
      <>
        <JoinForm token={token}>
          <NewPasswordField />
        </JoinForm>
        <ProviderButtons services={request.services} destination={destinationOfLink(token)} />
        <p class="small muted">
          You also get an account of your own. <a href={URLS.terms}>Terms of use and cautions</a>.{" "}
          <a href={URLS.privacy}>What is stored, and for how long</a>.
        </p>
      </>
    ),
  });
}

/** For a server that has no accounts of such addresses. */
function operatorOnlyPage(request: RequestContext, invitation: OpenInvitation): PageResponse {
  const { contactEmail } = request.services;
  return invitationPage(request, {
    title: "You need an account first",
    invitation,
    refusal: refused({}, 403),
    content: (
      <>
        <p>
          On this server, the operator creates the accounts of such addresses.{" "}
          {contactEmail === undefined ? (
            "Ask the operator for one."
          ) : (
            <>
              Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a> for one.
            </>
          )}{" "}
          Then open the link again.
        </p>
      </>
    ),
  });
}

function gonePage(request: RequestContext): PageResponse {
  return accountPage(request, {
    path: URLS.join,
    title: "The invitation no longer works",
    refusal: refused({}),
    content: (
      <>
        <p>
          An invitation works once and for 7 days, until an owner withdraws it or sends a newer one. If you have joined
          already, the account is under Your accounts. Otherwise ask an owner of the account for another invitation.
        </p>
        <p>
          <PrimaryLink href={URLS.accounts}>Your accounts</PrimaryLink>
        </p>
      </>
    ),
  });
}

function destinationOfLink(token: string): string {
  return `${URLS.join}?${new URLSearchParams({ token })}`;
}
