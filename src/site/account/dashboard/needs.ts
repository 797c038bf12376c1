import { may, type Permission, type Role } from "../../../accounts/roles.ts";
import type { DASHBOARD_URLS } from "../../ui/urls.ts";

export type DashboardPage = keyof typeof DASHBOARD_URLS;
type Needs = readonly [page: Permission, form: Permission];

/**
 * What each page of the dashboard and its form need. The pages offer only what this table allows, and nothing else is
 * accepted.
 */
export const NEEDS: Readonly<Record<DashboardPage, Needs>> = {
  overview: ["usage", "usage"],
  usage: ["usage", "usage"],
  usageMonths: ["usage", "usage"],
  usageCsv: ["usage", "usage"],
  notices: ["notices", "notices"],
  dismissNotice: ["notices", "notices"],
  keys: ["keys", "keys"],
  createKey: ["keys", "keys"],
  key: ["keys", "keys"],
  revokeKey: ["keys", "keys"],
  reissueKey: ["keys", "keys"],
  restrictKey: ["keys", "keys"],
  plan: ["plan", "plan"],
  webhook: ["webhook", "webhook"],
  webhookTest: ["webhook", "webhook"],
  webhookSecret: ["webhook", "webhook"],
  deleteWebhook: ["webhook", "webhook"],
  people: ["own", "people"],
  invite: ["people", "people"],
  withdrawInvitation: ["people", "people"],
  leave: ["own", "own"],
  person: ["people", "people"],
  removePerson: ["people", "people"],
  mainOwner: ["people", "people"],
  accounts: ["own", "own"],
  security: ["own", "own"],
  password: ["own", "own"],
  changeEmail: ["own", "own"],
  confirmEmailChange: ["own", "own"],
  twoFactor: ["own", "own"],
  twoFactorStart: ["own", "own"],
  twoFactorOff: ["own", "own"],
  recoveryCodes: ["own", "own"],
  passkeys: ["own", "own"],
  passkeyStart: ["own", "own"],
  removePasskey: ["own", "own"],
  endSession: ["own", "own"],
  endOtherSessions: ["own", "own"],
  // Without the right to the account, the file has only what is about the person.
  exportAccount: ["own", "own"],
  deleteAccount: ["account", "account"],
};

/** Whether a role may open a page of the dashboard. */
export function mayOpen(role: Role, page: DashboardPage): boolean {
  return may(role, NEEDS[page][0]);
}
