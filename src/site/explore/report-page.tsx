/** @jsxImportSource hono/jsx */
import type { Snapshot } from "../../domain/snapshot.ts";
import { renderPage } from "../ui/layout.tsx";
import { URLS } from "../ui/urls.ts";

/** Longer than any place, page, or year that a link names. */
export const MAX_ABOUT_LENGTH = 200;

/** The link to the report page, with what the report is about. */
export function ReportLink({ about }: { readonly about: string }) {
  return <a href={`${URLS.report}?${new URLSearchParams({ about })}`}>Report a problem with these figures</a>;
}

interface ReportView {
  readonly snapshot: Snapshot;
  readonly contactEmail: string | undefined;
  /** A place and year, or a page; empty if the reader came without one. */
  readonly about: string;
}

/** `/report?about=`: whom to tell about a wrong figure, and what happens then. */
export function reportPage({ snapshot, contactEmail, about }: ReportView): string {
  return renderPage(
    {
      title: "Report a problem with a figure",
      description: "Whom to tell about a wrong figure, and what happens with a report.",
      path: URLS.report,
    },
    <>
      <h1>Report a problem with a figure</h1>
      {about === "" ? null : (
        <p class="lead">
          About: <b>{about}</b>. Dataset version {snapshot.version}.
        </p>
      )}
      {contactEmail === undefined ? (
        <p>
          The operator of this server has published no address. The figures come from the agency that reported them: ask
          it, or the California Department of Justice, to correct the count. A corrected count is used in the next build
          of the dataset.
        </p>
      ) : (
        <p>
          <a class="button primary" href={mailOf(contactEmail, about, snapshot.version)}>
            Write to {contactEmail}
          </a>
        </p>
      )}
      <h2>What helps</h2>
      <ul>
        <li>The place and the year, and the figure that you expect.</li>
        <li>
          Where that figure is published: a report of the agency, a page of the Department of Justice, a news article.
        </li>
        <li>Your name is not needed.</li>
      </ul>
      <h2>What happens with a report</h2>
      <ol>
        <li>We compare the figure with the official file that it comes from. The downloads list every file.</li>
        <li>If our reading is wrong, we fix it, and the next dataset version says which records moved.</li>
        <li>
          If the official count is wrong or incomplete, the year gets a caution or is withheld, with the source. We do
          not change counts ourselves: the agency has to.
        </li>
        <li>If the figure is right, the answer says how it was made.</li>
      </ol>
      <p>
        <a href={URLS.coverage}>Every withheld place and every caution, with its reason</a>;{" "}
        <a href={URLS.methodology}>how a score is made</a>; <a href={URLS.changes}>what changed since last year</a>.
      </p>
    </>,
  );
}

function mailOf(address: string, about: string, version: string): string {
  const subject = `Problem with a figure${about === "" ? "" : `: ${about}`}`;
  const body = `About: ${about}\nDataset version: ${version}\n\nWhat is wrong:\n\nWhere the right figure is published:\n`;
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
