import type { Admission } from "../access/admission.ts";
import type { AuthDatabase, AuthSettings } from "../accounts/auth.ts";
import type { EmailChange } from "../accounts/email-change.ts";
import type { Identity } from "../accounts/identity.ts";
import type { Mailer } from "../accounts/mail.ts";
import type { NoticeStore } from "../accounts/notice.ts";
import type { PlanRequestStore } from "../accounts/plan-request.ts";
import type { Security } from "../accounts/security.ts";
import type { AccountStore, KeyStore, UsageStore } from "../accounts/store.ts";
import type { ThrottleStore } from "../accounts/throttle.ts";
import type { UserStore } from "../accounts/user-store.ts";
import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import type { PlanPrices, PlanTable } from "../domain/plan.ts";
import type { SnapshotPlace } from "../domain/snapshot.ts";
import type { Geography } from "../places/geography.ts";
import type { Places } from "../places/places.ts";

/** What every page may read. */
export interface Reading {
  /** Returns the current places, so a new snapshot is shown without a restart. */
  readonly places: () => Places;
  /** The geography of that places, loaded on first use. */
  readonly geography: () => Promise<Geography>;
  readonly plans: PlanTable;
  readonly prices: PlanPrices;
  /** Public base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** The operator's email address; undefined if none is set. */
  readonly contactEmail: string | undefined;
  /** The OpenAPI 3.1 document of this server, as a value. */
  readonly openApi: () => Promise<unknown>;
  /** File names of the clients that this server offers. */
  readonly clientNames: () => Promise<ClientNames>;
  /** The preview card of a place as a PNG. */
  readonly drawCard: (place: SnapshotPlace) => Promise<Uint8Array<ArrayBuffer>>;
}

export interface SiteParts extends Omit<Reading, "baseUrl" | "drawCard"> {
  readonly accounts: AccountStore;
  readonly users: UserStore;
  readonly keys: KeyStore;
  readonly usage: UsageStore;
  readonly throttles: ThrottleStore;
  readonly notices: NoticeStore;
  readonly planRequests: PlanRequestStore;
  /** The store's Kysely handle and its dialect, for better-auth: `{ db: store.database, type: store.dialect }`. */
  readonly authDatabase: AuthDatabase;
  readonly auth: AuthSettings;
  readonly admission: Admission;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
  /** The store's error that made a page fail; undefined if the store was not the cause. */
  readonly storeFaultBehind: (error: unknown) => unknown;
}

/** Services that the page handlers share. */
export interface SiteServices extends SiteParts {
  readonly identity: Identity;
  readonly security: Security;
  readonly emailChange: EmailChange;
}

/** File names of the clients that this server offers, each with version and hash. */
export interface ClientNames {
  readonly typescript: string;
  readonly python: string;
}
