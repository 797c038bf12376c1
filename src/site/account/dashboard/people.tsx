/** @jsxImportSource hono/jsx */

import { originBy } from "../../../accounts/identity-parts.ts";
import { type Invitation, MAX_PEOPLE, type Member } from "../../../accounts/members.ts";
import { may, ROLES, type Role } from "../../../accounts/roles.ts";
import { isOpen } from "../../../accounts/sign-up-policy.ts";
import { capitalized } from "../../../base/capitalized.ts";
import { FIRST_VISIT, refused, refusedFor } from "../../http/form-refusal.ts";
import type { PostedForm, SecurityRequest } from "../../http/session.ts";
import { Choices, Field, FORM_ERROR, PostForm } from "../../ui/form.tsx";
import { Table } from "../../ui/table.tsx";
import { Day, Time } from "../../ui/time.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import { readEmail } from "../account-page.tsx";
import { accountOf, dashboardPage, idOf } from "./dashboard-page.tsx";

const AFTER = {
  invited: "The invitation is on its way. Its link works for 7 days.",
  withdrawn: "The invitation is withdrawn. Its link no longer works.",
  role: "The role is changed.",
  removed: "The person is removed, and their sessions in this account have ended.",
  "main-owner": "The account now goes by the address of its new main owner.",
  joined: "You are in this account now.",
};

/** What each role may do, for the choice of one. */
const ROLE_CHOICES = {
  owner: "Owner: everything, including the plan, people, and deleting the account",
  developer: "Developer: keys, the webhook, and usage",
  viewer: "Viewer: usage and the audit log",
} as const satisfies Record<Role, string>;

export function RoleField({ chosen }: { readonly chosen: Role }) {
  const choices = ROLES.toReversed().map((value) => ({ value, label: ROLE_CHOICES[value] }));
  return <Choices name="role" legend="Role" chosen={chosen} choices={choices} />;
}

export function roleIn(form: PostedForm): Role | undefined {
  return ROLES.find((role) => role === form.get("role"));
}

const INVITE_REFUSALS = {
  account_not_found: { [FORM_ERROR]: "This account no longer exists" },
  account_suspended: { [FORM_ERROR]: "This account is suspended and cannot invite anyone" },
  already_member: { email: "This person is already in the account" },
  too_many_people: {
    [FORM_ERROR]: `An account has at most ${MAX_PEOPLE} people and invitations. Remove someone first`,
  },
};

export async function invite(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, services } = request;
  const read = readEmail(form);
  const role = roleIn(form);
  if (read.email === null || role === undefined) {
    const errors = {
      ...(read.email === null ? read.errors : {}),
      ...(role === undefined ? { role: "Choose a role" } : {}),
    };
    return peoplePage(request, refused(errors, 400, form));
  }
  const invited = await services.teams.invite(request, await accountOf(request), read.email, role);
  if (!invited.ok) return peoplePage(request, refusedFor(invited, INVITE_REFUSALS, form));
  return context.redirect(`${URLS.people}?after=invited`, 303);
}

export async function withdrawInvitation(request: SecurityRequest): Promise<Response> {
  const { context, holder, services } = request;
  const id = idOf(context.req.param("invitation"));
  if (id !== null) await services.members.withdraw(holder.accountId, id, originBy(request));
  return context.redirect(`${URLS.people}?after=withdrawn`, 303);
}

export async function peoplePage(request: SecurityRequest, refusal = FIRST_VISIT): Promise<Response> {
  const { holder, services } = request;
  const [{ createdAtMs }, members, invitations] = await Promise.all([
    accountOf(request),
    services.members.members(holder.accountId),
    services.members.invitations(holder.accountId),
  ]);
  const manages = may(holder.role, "people");
  return dashboardPage(request, {
    path: URLS.people,
    title: "People",
    refusal,
    after: AFTER,
    content: (
      <>
        <p>
          Keys, plan, quota, and usage belong to the account. Each person signs in with their own address. The account
          goes by the address of its main owner.
        </p>
        <Members members={members} userId={holder.userId} manages={manages} createdAtMs={createdAtMs} />
        {manages && invitations.length > 0 ? (
          <>
            <h2>Invited</h2>
            <Invitations invitations={invitations} nowMs={services.clock.now()} />
          </>
        ) : null}
        {manages ? (
          <>
            <h2>Invite a person</h2>
            <PostForm action={URLS.invite} submit="Send invitation">
              <Field name="email" label="Email address" type="email" autocomplete="off" />
              <RoleField chosen="developer" />
            </PostForm>
            <p class="small muted">
              The link in the email works for 7 days and once, for this address only.
              {isOpen(services.signUpPolicy) || services.signUpPolicy.who === "invited"
                ? " Someone new to this server also gets an account of their own."
                : " On this server, only the operator can invite people who have no account yet."}
            </p>
          </>
        ) : null}
        {members.length > 1 ? (
          <p>
            <a href={URLS.leave}>Leave this account</a>
          </p>
        ) : null}
      </>
    ),
  });
}

interface MembersProps {
  readonly members: readonly Member[];
  readonly userId: string;
  readonly manages: boolean;
  /** The main owner has no day of joining. */
  readonly createdAtMs: number;
}

function Members({ members, userId, manages, createdAtMs }: MembersProps) {
  return (
    <Table
      class="stack"
      label="People of the account"
      columns={[
        {
          heading: "Person",
          class: "key-name",
          cell: ({ email, userId: id }) => (
            <span>
              {manages ? <a href={urlOf(URLS.person, { person: id })}>{email}</a> : email}
              {id === userId ? " (you)" : ""}
            </span>
          ),
        },
        { heading: "Role", cell: ({ role, isMain }) => (isMain ? "Main owner" : capitalized(role)) },
        {
          heading: "Joined",
          cell: ({ joinedAtMs }) =>
            joinedAtMs === null ? (
              <span>
                Account created <Day ms={createdAtMs} />
              </span>
            ) : (
              <Day ms={joinedAtMs} />
            ),
        },
      ]}
      rows={members}
    />
  );
}

function Invitations({ invitations, nowMs }: { readonly invitations: readonly Invitation[]; readonly nowMs: number }) {
  return (
    <Table
      class="stack"
      label="Invitations"
      columns={[
        { heading: "Address", class: "key-name", cell: ({ email }) => email },
        { heading: "Role", cell: ({ role }) => capitalized(role) },
        {
          heading: "Works until",
          cell: ({ expiresAtMs }) =>
            expiresAtMs === null ? "Not mailed yet" : <Time ms={expiresAtMs} nowMs={nowMs} />,
        },
        {
          heading: "Action",
          cell: ({ id, email }) => (
            <PostForm action={urlOf(URLS.withdrawInvitation, { invitation: String(id) })} class="bare">
              <button type="submit" class="quiet">
                Withdraw<span class="visually-hidden"> the invitation of {email}</span>
              </button>
            </PostForm>
          ),
        },
      ]}
      rows={invitations}
    />
  );
}
