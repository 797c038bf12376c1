/** How many days the service keeps what it records about accounts. */
export interface Retention {
  /** Requests by key and day. */
  readonly usageDays: number;
  /** Entries of the audit log; at least `usageDays`, because they have the plans that a past month is billed by. */
  readonly auditDays: number;
  /** IP addresses in those entries. */
  readonly addressDays: number;
}

export const RETENTION: Retention = { usageDays: 400, auditDays: 730, addressDays: 180 };
