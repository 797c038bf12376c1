import type { EmailChange } from "../../accounts/email-change.ts";
import type { MemberStore } from "../../accounts/members.ts";
import type { NoticeStore } from "../../accounts/notice.ts";
import type { OutboxStore } from "../../accounts/outbox.ts";
import type { Passkeys } from "../../accounts/passkeys.ts";
import type { PasswordReset } from "../../accounts/password-reset.ts";
import type { Provider } from "../../accounts/provider.ts";
import type { Security } from "../../accounts/security.ts";
import type { SignIn } from "../../accounts/sign-in.ts";
import type { SignUp } from "../../accounts/sign-up.ts";
import type { SignUpPolicy } from "../../accounts/sign-up-policy.ts";
import type { SingleUseStore } from "../../accounts/single-use.ts";
import type { AccountStore, KeyStore, UsageStore } from "../../accounts/store.ts";
import type { Teams } from "../../accounts/teams.ts";
import type { ThrottleStore } from "../../accounts/throttle.ts";
import type { WebhookStore } from "../../accounts/webhook.ts";
import type { Clock } from "../../base/clock.ts";
import type { CorrectionStore } from "../../corrections/correction.ts";
import type { PlanPrices, PlanTable } from "../../domain/plan.ts";
import type { Retention } from "../../domain/retention.ts";
import type { Served } from "../../lookup/served.ts";
import type { WebhookEndpoint } from "../../webhooks/endpoint.ts";

/** A picture as a file: SVG with its own style, its size in pixels, and how many of a PNG's pixels are one. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
}

/** What every page may read: the operator's settings. Plain data, so the thread of the public pages can get a copy. */
export interface SiteSettings {
  readonly plans: PlanTable;
  readonly prices: PlanPrices;
  readonly retention: Retention;
  /** Public base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly signUpPolicy: SignUpPolicy;
  /** The operator's email address; undefined if none is set. */
  readonly contactEmail: string | undefined;
  /** Where the operator reports incidents; undefined if nowhere. */
  readonly incidentsUrl: string | undefined;
}

export interface PageServices extends SiteSettings {
  /** The OpenAPI 3.1 document of this server, as a value. */
  readonly openApi: () => Promise<unknown>;
  /** File names of the clients that this server offers, each with version and hash. */
  readonly clientNames: () => Promise<ClientNames>;
  /** A picture as a PNG. */
  readonly draw: (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>;
}

export interface ServiceStatus {
  /** Why requests cannot be served, in a sentence; null if they can. */
  readonly fault: string | null;
  /** When that last changed. */
  readonly sinceMs: number;
  readonly startedAtMs: number;
  /** Of the program. */
  readonly version: string;
  /** One of each edition, as its pages call it. */
  readonly datasets: readonly { readonly title: string; readonly version: string; readonly year: number }[];
}

export interface ClientNames {
  readonly typescript: string;
  readonly python: string;
  readonly pythonPackage: string;
}

/** What the pages of a signed-in account holder also use. */
export interface AccountServices {
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly keys: KeyStore;
  readonly usage: UsageStore;
  readonly notices: NoticeStore;
  readonly throttles: ThrottleStore;
  readonly singleUses: SingleUseStore;
  readonly corrections: CorrectionStore;
  readonly webhooks: WebhookStore;
  readonly webhookEndpoint: WebhookEndpoint;
  readonly editions: () => Served;
  /** If false, emails go to the server's log, and the pages say so. */
  readonly sendsEmail: boolean;
  readonly outbox: OutboxStore;
  readonly clock: Clock;
}

/** What the pages for signing in, and those about the security of an account, also use. */
export interface SignInServices {
  readonly signIn: SignIn;
  readonly signUp: SignUp;
  readonly reset: PasswordReset;
  readonly security: Security;
  readonly emailChange: EmailChange;
  readonly passkeys: Passkeys;
  readonly teams: Teams;
  /** Whether browsers accept passkeys of this server's address. */
  readonly passkeysWork: boolean;
  readonly providers: readonly Provider[];
  readonly sendsEmail: boolean;
}
