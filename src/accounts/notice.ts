import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import { mapPlans, type PlanName, type PlanTable } from "../domain/plan.ts";
import { utcMonth } from "../domain/window.ts";
import type { Account } from "./account.ts";
import type { ApiKey } from "./keys.ts";
import type { Mailer } from "./mail.ts";

/** Shares of the monthly quota, in percent, at which the holder is told; the highest first. */
const QUOTA_STEPS = [100, 95, 80] as const;
/** How long before its end a key is announced. */
const EXPIRY_NOTICE_MS = 7 * 86_400_000;

export const NOTICE_KINDS = ["quota_80", "quota_95", "quota_100", "key_expiring", "key_revoked"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Something the holder should know, said once on the page and once by mail. */
export interface Notice {
  readonly id: number;
  readonly accountId: number;
  readonly kind: NoticeKind;
  /** What it is about, so that it is raised once: `quotaSubject`, or the key's id. */
  readonly subject: string;
  readonly text: string;
  readonly atMs: number;
}

export type NewNotice = Omit<Notice, "id" | "atMs">;

/** What the notices need of the store. */
export interface NoticeStore {
  /** Keeps a notice unless one of the same account, kind and subject was ever raised. */
  raise(notice: NewNotice): Promise<void>;
  /** Takes up to `limit` notices of accounts that are there, not mailed yet by any process; they count as mailed. */
  takeUnmailed(limit: number): Promise<readonly (Notice & { readonly email: string })[]>;
  /** Puts a notice back whose email was not taken. */
  unmail(noticeId: number): Promise<void>;
  /** Those of an account that were not dismissed, raised since `sinceMs`, the newest first. */
  open(accountId: number, sinceMs: number): Promise<readonly Notice[]>;
  /** With it go the older ones on the same subject. False: no such notice of this account. */
  dismiss(accountId: number, noticeId: number): Promise<boolean>;
  /** Accounts with at least `floors[plan]` requests in the month that starts at `monthMs`, or with limits of their own. */
  nearQuota(
    monthMs: number,
    floors: Readonly<Record<PlanName, number>>,
  ): Promise<readonly { readonly account: Account; readonly used: number }[]>;
  /** Usable keys that expire after `fromMs` and before `toMs`. */
  expiringKeys(fromMs: number, toMs: number): Promise<readonly ApiKey[]>;
}

export interface NoticeParts {
  readonly store: NoticeStore;
  readonly plans: PlanTable;
  readonly mailer: Mailer;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

const MAILED_AT_ONCE = 100;
const QUOTA_SUBJECT = "Your monthly quota";
const EMAIL_SUBJECTS = {
  quota_80: QUOTA_SUBJECT,
  quota_95: QUOTA_SUBJECT,
  quota_100: QUOTA_SUBJECT,
  key_expiring: "An API key expires soon",
  key_revoked: "An API key was revoked",
} as const satisfies Record<NoticeKind, string>;
const grouped = new Intl.NumberFormat("en-US");

/**
 * One round: raises what is due and mails what was raised. Run it every minute or so, in as many processes as there are:
 * the store sees to it that each notice is raised and mailed once. False: the rest waits for the next round. Never rejects.
 */
export async function sweepNotices(parts: NoticeParts): Promise<boolean> {
  try {
    await raiseQuotaNotices(parts);
    await raiseExpiryNotices(parts);
    await mailNotices(parts);
    return true;
  } catch (error) {
    parts.log.warn({ err: error }, "Notices wait for the next round");
    return false;
  }
}

async function raiseQuotaNotices({ store, plans, clock }: NoticeParts): Promise<void> {
  const month = utcMonth(clock.now());
  const lowest = Math.min(...QUOTA_STEPS);
  const floorOf = (plan: PlanName) => Math.ceil((plans[plan].monthlyRequests * lowest) / 100);
  const floors = mapPlans(floorOf);
  for (const { account, used } of await store.nearQuota(month.startMs, floors)) {
    const limit = account.limits.monthlyRequests;
    const step = QUOTA_STEPS.find((percent) => used * 100 >= limit * percent);
    if (step === undefined || account.suspendedAtMs !== null) continue;
    const count = `${grouped.format(used)} of ${grouped.format(limit)} requests of this month are used`;
    const reset = new Date(month.endMs).toISOString().slice(0, 10);
    await store.raise({
      accountId: account.id,
      kind: `quota_${step}`,
      subject: quotaSubject(month.startMs, limit),
      text:
        step === 100
          ? `${count}. Live keys are answered 429 until ${reset} UTC.`
          : `${count} (${step} % or more). The count starts again on ${reset} UTC.`,
    });
  }
}

/** A quota is that of a month and a limit: after a change of plan its shares are told anew. */
function quotaSubject(monthMs: number, limit: number): string {
  return `${new Date(monthMs).toISOString().slice(0, 10)}/${limit}`;
}

/** How long a revoked key is told of on the page, unless it is dismissed. */
const REVOKED_NOTICE_MS = 30 * 86_400_000;

/**
 * What the page tells at `nowMs`: of the quota, the highest share of this month and the account's present limit; of a
 * key, for a while.
 */
export async function currentNotices(
  store: NoticeStore,
  { id, limits }: Account,
  nowMs: number,
): Promise<readonly Notice[]> {
  const subject = quotaSubject(utcMonth(nowMs).startMs, limits.monthlyRequests);
  const open = await store.open(id, Math.min(utcMonth(nowMs).startMs, nowMs - REVOKED_NOTICE_MS));
  const quota = open.find((notice) => notice.kind.startsWith("quota_") && notice.subject === subject);
  return open.filter((notice) => {
    if (notice.kind === "key_expiring") return notice.atMs >= nowMs - EXPIRY_NOTICE_MS;
    if (notice.kind === "key_revoked") return notice.atMs >= nowMs - REVOKED_NOTICE_MS;
    return notice === quota;
  });
}

async function raiseExpiryNotices({ store, clock }: NoticeParts): Promise<void> {
  const nowMs = clock.now();
  for (const key of await store.expiringKeys(nowMs, nowMs + EXPIRY_NOTICE_MS)) {
    // A key that was made for a few days is not announced on the day of its making.
    if (key.expiresAtMs === null || key.expiresAtMs - key.createdAtMs <= EXPIRY_NOTICE_MS) continue;
    const end = new Date(key.expiresAtMs).toISOString().slice(0, 16).replace("T", " ");
    await store.raise({
      accountId: key.accountId,
      kind: "key_expiring",
      subject: String(key.id),
      text: `The key “${key.name}” (${key.display}) expires on ${end} UTC. Reissue it before then.`,
    });
  }
}

async function mailNotices({ store, mailer, baseUrl }: NoticeParts): Promise<void> {
  for (const notice of await store.takeUnmailed(MAILED_AT_ONCE)) {
    const taken = await mailer.send({
      to: notice.email,
      subject: EMAIL_SUBJECTS[notice.kind],
      text: [notice.text, "", `${baseUrl}/dashboard`, "", "Safety Statistics"].join("\n"),
    });
    if (!taken) await store.unmail(notice.id);
  }
}
