import type { AuthSettings } from "../accounts/auth.ts";
import type { Mailer } from "../accounts/mail.ts";
import type { FairQueue } from "../domain/fair-queue.ts";
import type { Lazy } from "../domain/lazy.ts";
import type { ServiceStatus } from "../site/http/services.ts";
import type { Site } from "../site/http/site.ts";
import { isUnavailable, storeFault, withStoreFault } from "../store/faults.ts";
import { clientAddress } from "./client-address.ts";
import type { Config } from "./config.ts";
import type { WatchedHandler } from "./observe.ts";
import type { ServiceParts } from "./parts.ts";
import { systemClock } from "./system-clock.ts";

/** A page may wait longer for its turn than an idle connection is kept. */
const MAX_PAGE_WAIT_S = 75;

/** The pages, loaded with the first request for one. */
export function pageHandler(site: Lazy<Site>, config: Config): WatchedHandler {
  return (request, server, { requestId, failed }) =>
    withStoreFault(async () => {
      const mayWait = request.method === "GET" || request.method === "HEAD";
      if (mayWait) server.timeout(request, MAX_PAGE_WAIT_S);
      const address = () => clientAddress(request, server, config.TRUST_PROXY);
      const response = await (await site.get()).fetch(request, { address, requestId, failed });
      // Otherwise a client that reads nothing delays a stop by the longer time.
      if (mayWait) server.timeout(request, config.IDLE_TIMEOUT_S);
      return response;
    });
}

/** A page's error, or the store's underlying error if a library replaced it with its own. */
function storeFaultBehind(error: unknown): unknown {
  return [error, storeFault()].find(isUnavailable);
}

interface Shared {
  readonly mailer: Lazy<Mailer>;
  readonly status: () => Promise<ServiceStatus>;
  readonly turns: FairQueue;
}

export async function loadSite(parts: ServiceParts, { mailer, status, turns }: Shared): Promise<Site> {
  const { createSite } = await import("../site/http/site.ts");
  const { config, editions, store, plans, log, secret } = parts;
  return createSite({
    settings: {
      plans,
      prices: config.PLAN_PRICES,
      retention: config.retention,
      baseUrl: config.baseUrl,
      contactEmail: config.CONTACT_EMAIL,
      incidentsUrl: config.STATUS_URL,
    },
    auth: authSettings(config, secret),
    clock: systemClock,
    thread: {
      start: () => new Worker(new URL("./page-thread.ts", import.meta.url), { ref: false, smol: true }),
      datasets() {
        const { california, unitedStates } = editions;
        return {
          version: `${california.current.version} ${unitedStates.current.version}`,
          files: { california: california.bytes, unitedStates: unitedStates.bytes },
        };
      },
    },
    status,
    turns,
    async account() {
      const [repositories, { CamelCasePlugin }, { createWebhookEndpoint }] = await Promise.all([
        store.repositories(),
        import("kysely"),
        import("../webhooks/endpoint.ts"),
      ]);
      const allowed = config.WEBHOOK_ALLOWED_NETWORKS;
      return {
        account: {
          ...repositories,
          webhookEndpoint: createWebhookEndpoint({ store: repositories.webhooks, secret, allowed }),
          editions: () => editions.current,
          mailer: await mailer.get(),
          clock: systemClock,
        },
        users: repositories.users,
        authDatabase: { db: repositories.database.withPlugin(new CamelCasePlugin()), type: store.dialect },
        log,
      };
    },
    storeFaultBehind,
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
