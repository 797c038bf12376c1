/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { timeText } from "../base/window.ts";
import { type AppParts, siteApp } from "./http/app.ts";
import type { ServiceStatus, SiteSettings } from "./http/services.ts";
import type { SiteEnv } from "./http/session.ts";
import { renderPage } from "./ui/layout.tsx";
import { Time } from "./ui/time.tsx";
import { URLS } from "./ui/urls.ts";

/** `/status`. It needs no store and is never cached. */
export function statusApp(
  parts: AppParts,
  settings: SiteSettings,
  statusOf: () => Promise<ServiceStatus>,
): Hono<SiteEnv> {
  const app = siteApp(parts);
  app.get(URLS.status, async (context) => {
    const [status, nowMs] = [await statusOf(), parts.clock.now()];
    return context.html(statusPage({ ...settings, status, nowMs }));
  });
  return app;
}

interface StatusView extends Pick<SiteSettings, "contactEmail" | "incidentsUrl"> {
  readonly status: ServiceStatus;
  readonly nowMs: number;
}

/** Whether the process that answers is ready. */
export function statusPage({ status, nowMs, contactEmail, incidentsUrl }: StatusView): string {
  const { fault, sinceMs, startedAtMs, version, datasets } = status;
  return renderPage(
    {
      title: "Status",
      description: "Whether the Safety Statistics API works now, its version, and its datasets.",
      path: URLS.status,
    },
    <>
      <h1>{fault === null ? "The service is working" : "The service cannot answer requests"}</h1>
      {fault === null ? null : (
        <div class="message error">
          <p>
            {fault} Requests to the API get 503 and are not counted. Send them again after the number of seconds in{" "}
            <code>Retry-After</code>.
          </p>
        </div>
      )}
      <dl class="pairs">
        <dt>{fault === null ? "Ready since" : "Not ready since"}</dt>
        <dd>
          <Time ms={sinceMs} nowMs={nowMs} />
        </dd>
        <dt>Started</dt>
        <dd>
          <Time ms={startedAtMs} nowMs={nowMs} />
        </dd>
        <dt>Version</dt>
        <dd>{version}</dd>
        {datasets.map(({ title, year, version: of }) => (
          <>
            <dt>{title}</dt>
            <dd>
              {year}, version <a href={URLS.downloads}>{of}</a>
            </dd>
          </>
        ))}
      </dl>
      <p>
        If several servers share this address, this is the state of one of them, as of {timeText(nowMs)}. For
        monitoring, use <a href="/readyz">/readyz</a>.
      </p>
      <h2>Incidents</h2>
      <Incidents contactEmail={contactEmail} incidentsUrl={incidentsUrl} />
    </>,
  );
}

function Incidents({ contactEmail, incidentsUrl }: Pick<StatusView, "contactEmail" | "incidentsUrl">) {
  const [words, href, text] =
    incidentsUrl !== undefined
      ? ["The operator reports incidents at", incidentsUrl, incidentsUrl]
      : contactEmail !== undefined
        ? ["There is no public incident history. For questions, write to", `mailto:${contactEmail}`, contactEmail]
        : ["The operator of this server has not published an incident history or a contact address"];
  return (
    <p>
      {words}
      {href === undefined ? null : " "}
      {href === undefined ? null : <a href={href}>{text}</a>}.
    </p>
  );
}
