import type { AuditEventName } from "./account.ts";

/** What a person is in an account. */
export const ROLES = ["owner", "developer", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Who may do what in an account. `own`: what concerns only the person, such as the password. */
const PERMISSIONS = {
  own: ["owner", "developer", "viewer"],
  usage: ["owner", "developer", "viewer"],
  keys: ["owner", "developer"],
  webhook: ["owner", "developer"],
  notices: ["owner"],
  plan: ["owner"],
  people: ["owner"],
  account: ["owner"],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

export function may(role: Role, permission: Permission): boolean {
  return rolesWith(permission).includes(role);
}

export function rolesWith(permission: Permission): readonly Role[] {
  return PERMISSIONS[permission];
}

/** What a change needs. The store checks it again in the change's own transaction. */
export const EVENT_PERMISSIONS: Readonly<Partial<Record<AuditEventName, Permission>>> = {
  key_created: "keys",
  key_renamed: "keys",
  key_restricted: "keys",
  key_reissued: "keys",
  key_revoked: "keys",
  webhook_set: "webhook",
  webhook_secret_renewed: "webhook",
  webhook_deleted: "webhook",
  notices_changed: "notices",
  plan_requested: "plan",
  person_invited: "people",
  invitation_withdrawn: "people",
  person_removed: "people",
  role_changed: "people",
  main_owner_changed: "people",
};

/** Someone lost the right to a change between the check of the page and the change. Nothing was changed. */
export class PermissionEnded extends Error {
  override readonly name = "PermissionEnded";
}
