/** @jsxImportSource hono/jsx */

import { originBy } from "../../../accounts/identity-parts.ts";
import type { Member } from "../../../accounts/members.ts";
import { capitalized } from "../../../base/capitalized.ts";
import { FIRST_VISIT, refused, refusedFor } from "../../http/form-refusal.ts";
import type { PageResponse, PostedForm, SignedInRequest } from "../../http/session.ts";
import { FORM_ERROR, PostForm } from "../../ui/form.tsx";
import { Day } from "../../ui/time.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import { dashboardPage } from "./dashboard-page.tsx";
import { RoleField, roleIn } from "./people.tsx";

const MAIN_OWNER = "The account goes by this owner's address. Make another owner the main owner first";
const GONE = { [FORM_ERROR]: "This person is no longer in the account" };

/** Why a person stays as they are. */
export const MEMBER_REFUSALS = {
  not_found: GONE,
  main_owner: { [FORM_ERROR]: MAIN_OWNER },
  last_owner: { [FORM_ERROR]: "This is the only owner. Make another person an owner first" },
};

const MAIN_OWNER_REFUSALS = {
  not_found: GONE,
  not_owner: { [FORM_ERROR]: "Make this person an owner first" },
  account_in_use: {
    [FORM_ERROR]:
      "This owner has an account of their own with keys or people, which keeps the address. Choose an owner who uses only this account, or invite one, such as a shared mailbox",
  },
};

type MemberHandler = (request: SignedInRequest, member: Member, form: PostedForm) => PageResponse;

/** Handles a page or form of the person whose id is in the path. Someone of another account is not found. */
function ofMember(handle: MemberHandler) {
  return async (request: SignedInRequest, form: PostedForm = new Map()): Promise<Response> => {
    const { context, holder, services } = request;
    const members = await services.members.members(holder.accountId);
    const member = members.find(({ userId }) => userId === context.req.param("person"));
    return member === undefined ? personNotFound(request) : handle(request, member, form);
  };
}

function personNotFound(request: SignedInRequest): Promise<Response> {
  return dashboardPage(request, {
    path: URLS.people,
    title: "There is no such person in this account",
    refusal: refused({}, 404),
    content: (
      <p>
        They may have left. <a href={URLS.people}>Back to People</a>
      </p>
    ),
  });
}

export const personPage = ofMember((request, member) => detailsPage(request, member));

export const changeRole = ofMember(async (request, member, form) => {
  const { context, holder, services } = request;
  const role = roleIn(form);
  if (role === undefined) return detailsPage(request, member, refused({ role: "Choose a role" }, 400, form));
  const { userId } = member;
  const change = { accountId: holder.accountId, userId, origin: originBy(request) };
  const changed = await services.members.changeRole(change, role);
  if (!changed.ok) return detailsPage(request, member, refusedFor(changed, MEMBER_REFUSALS));
  return context.redirect(`${URLS.people}?after=role`, 303);
});

export const changeMainOwner = ofMember(async (request, member) => {
  const { context, holder, services } = request;
  const { userId } = member;
  const change = { accountId: holder.accountId, userId, origin: originBy(request) };
  const changed = await services.members.changeMainOwner(change);
  if (!changed.ok) return detailsPage(request, member, refusedFor(changed, MAIN_OWNER_REFUSALS));
  return context.redirect(`${URLS.people}?after=main-owner`, 303);
});

export const removePerson = ofMember(async (request, member) => {
  const { context, holder, services } = request;
  const { userId } = member;
  const removed = await services.members.remove({ accountId: holder.accountId, userId, origin: originBy(request) });
  if (!removed.ok) return detailsPage(request, member, refusedFor(removed, MEMBER_REFUSALS));
  return context.redirect(`${URLS.people}?after=removed`, 303);
});

function detailsPage(request: SignedInRequest, member: Member, refusal = FIRST_VISIT): Promise<Response> {
  const { email, role, isMain, joinedAtMs, userId } = member;
  const parameters = { person: userId };
  const path = urlOf(URLS.person, parameters);
  return dashboardPage(request, {
    path,
    title: email,
    refusal,
    ...(isMain
      ? {}
      : {
          action: (
            <a class="button danger" href={urlOf(URLS.removePerson, parameters)}>
              Remove
            </a>
          ),
        }),
    content: (
      <>
        <dl class="pairs">
          <dt>Role</dt>
          <dd>{isMain ? "Main owner" : capitalized(role)}</dd>
          {joinedAtMs === null ? null : (
            <>
              <dt>Joined</dt>
              <dd>
                <Day ms={joinedAtMs} />
              </dd>
            </>
          )}
        </dl>
        {isMain ? (
          <p>
            The account goes by this address: in bills, notices, and the operator's commands. To change this person's
            role or to remove them, open another owner under <a href={URLS.people}>People</a> and make them the main
            owner.
          </p>
        ) : (
          <>
            <h2>Change the role</h2>
            <PostForm action={path}>
              <RoleField chosen={role} />
              <button type="submit">Change role</button>
            </PostForm>
          </>
        )}
        {role === "owner" && !isMain ? (
          <>
            <h2>Make main owner</h2>
            <p>
              The account then goes by this owner's address. Their own account, which must be unused, is closed. The
              present main owner stays an owner and gets a new account of their own.
            </p>
            <PostForm action={urlOf(URLS.mainOwner, parameters)}>
              <button type="submit">Make main owner</button>
            </PostForm>
          </>
        ) : null}
      </>
    ),
  });
}

export const removePersonPage = ofMember((request, { email, userId }) => {
  const action = urlOf(URLS.removePerson, { person: userId });
  return dashboardPage(request, {
    path: action,
    title: `Remove ${email}?`,
    content: (
      <>
        <ul>
          <li>Their sessions in this account end at once, and the invitations that they sent.</li>
          <li>
            The account's keys keep working. <a href={URLS.keys}>Reissue</a> those that this person may have copied, and
            create a new signing secret of the <a href={URLS.webhook}>webhook</a>.
          </li>
          <li>They keep their own sign-in and their own account.</li>
        </ul>
        <PostForm action={action} submit={`Remove ${email}`} isDangerous back={[URLS.people, "Keep the person"]} />
      </>
    ),
  });
});
