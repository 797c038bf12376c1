import type { Admission } from "../access/admission.ts";
import type { AuthSettings } from "../accounts/auth.ts";
import { createMailer, type Mailer } from "../accounts/mail.ts";
import { sweepNotices } from "../accounts/notice.ts";
import type { Site } from "../site/site.ts";
import { systemClock } from "./clock.ts";
import type { ServiceParts } from "./compose.ts";
import type { Config } from "./config.ts";

const NOTICES_EVERY_MS = 60_000;

/**
 * The pages, brought in with the first request for one: the API answers without their libraries. The notices of quota and
 * expiry go out whether or not anybody looks at a page.
 */
export class LazyPages {
  readonly #parts: ServiceParts;
  readonly #admission: Admission;
  readonly #mailer: Mailer;
  readonly #noticeTimer: ReturnType<typeof setInterval>;
  #sweeping: Promise<void> = Promise.resolve();
  #loading: Promise<Site> | undefined;

  constructor(parts: ServiceParts, admission: Admission) {
    this.#parts = parts;
    this.#admission = admission;
    const { config, store, plans, log } = parts;
    this.#mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }, log);
    const noticeParts = {
      store: store.notices,
      plans,
      mailer: this.#mailer,
      baseUrl: config.baseUrl,
      clock: systemClock,
      log,
    };
    this.#noticeTimer = setInterval(() => {
      this.#sweeping = this.#sweeping.then(() => sweepNotices(noticeParts));
    }, NOTICES_EVERY_MS);
    this.#noticeTimer.unref();
  }

  async fetch(request: Request, server: Bun.Server<undefined>): Promise<Response> {
    this.#loading ??= loadSite(this.#parts, this.#admission, this.#mailer);
    const site = await this.#loading;
    return site.fetch(request, clientAddress(request, server, this.#parts.config.TRUST_PROXY));
  }

  /** Waits for mail on its way. */
  async close(): Promise<void> {
    clearInterval(this.#noticeTimer);
    await this.#sweeping;
    await (await this.#loading)?.close();
    await this.#mailer.close();
  }
}

async function loadSite(parts: ServiceParts, admission: Admission, mailer: Mailer): Promise<Site> {
  const { createSite } = await import("../site/site.ts");
  const { config, atlas, store, plans, log, secret } = parts;
  return createSite({
    atlas: () => atlas.current,
    accounts: store.accounts,
    keys: store.keys,
    usage: store.usage,
    throttles: store.throttles,
    notices: store.notices,
    authDatabase: { db: store.database, type: store.dialect },
    auth: authSettings(config, secret),
    admission,
    plans,
    mailer,
    clock: systemClock,
    log,
  });
}

function authSettings(config: Config, secret: string): AuthSettings {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = config;
  return {
    baseUrl: config.baseUrl,
    secret,
    social: {
      ...oauthClient("github", GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET),
      ...oauthClient("google", GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
    },
  };
}

function oauthClient(provider: "github" | "google", clientId: string | undefined, clientSecret: string | undefined) {
  return clientId === undefined || clientSecret === undefined ? {} : { [provider]: { clientId, clientSecret } };
}

/**
 * The address that is throttled and shown in the audit log: the connection's, or behind a trusted proxy the last one of
 * `X-Forwarded-For`, which is the one that the proxy itself wrote.
 */
function clientAddress(request: Request, server: Bun.Server<undefined>, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || server.requestIP(request)?.address;
}
