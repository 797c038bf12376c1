/** @jsxImportSource hono/jsx */
import { namesOf } from "../../base/named-table.ts";
import { timeText } from "../../base/window.ts";
import { ANSWERS, type PublicCorrection } from "../../corrections/correction.ts";
import { FIGURES } from "../../corrections/figure.ts";
import type { AccountServices, SiteSettings } from "../http/services.ts";
import type { RequestContext } from "../http/session.ts";
import { renderPage } from "../ui/layout.tsx";
import { number } from "../ui/number.ts";
import { Table, type TableColumn } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { ReportLink } from "../view/report-link.tsx";

const SHOWN = 50;

const STATES = { received: "Received", corrected: "Corrected", withheld: "Withheld", unchanged: "Unchanged" } as const;

/** `/corrections?receipt=&before=`: reports about figures, newest first, and the receipt of the visitor's own. */
export async function correctionsPage({
  context,
  services,
}: RequestContext<SiteSettings & AccountServices>): Promise<Response> {
  const [receipt, before] = [wholeNumber(context.req.query("receipt")), wholeNumber(context.req.query("before"))];
  const page = before === null ? {} : { beforeId: before };
  const found = await services.corrections.list({ limit: SHOWN + 1, ...page });
  const own = receipt === null ? null : await services.corrections.find(receipt);
  const shown = found.slice(0, SHOWN);
  const html = renderPage(
    {
      title: "Corrections",
      description: "Reports about figures of this server: what was reported, and what the operator answered.",
      path: URLS.corrections,
    },
    <>
      {own === null ? null : <Receipt correction={own} />}
      <h1>Corrections</h1>
      <p class="lead">
        Every page with figures has a link to report a wrong one. This is what was reported, and what became of it.{" "}
        <ReportLink />
      </p>
      {shown.length === 0 ? (
        <p>No figure has been reported.</p>
      ) : (
        <Table
          label="Reports"
          class="stack"
          caption="Reports about figures, newest first"
          columns={COLUMNS}
          rows={shown}
        />
      )}
      {found.length > SHOWN ? (
        <p>
          <a href={`${URLS.corrections}?before=${shown.at(-1)?.id}`}>Older reports</a>
        </p>
      ) : null}
      <h2>What an answer means</h2>
      <dl class="pairs">
        {namesOf(ANSWERS).map((state) => (
          <>
            <dt>{STATES[state]}</dt>
            <dd>{ANSWERS[state]}</dd>
          </>
        ))}
      </dl>
    </>,
  );
  return context.html(html);
}

function Receipt({ correction: { id, place, year, figure, receivedAtMs } }: { readonly correction: PublicCorrection }) {
  return (
    <div class="message" role="status">
      <h2>Your report has number {id}</h2>
      <p>
        {place}, {year}: {FIGURES[figure]}. Received on {timeText(receivedAtMs)}. We will post the answer on this page,
        at{" "}
        <a href={`#${id}`}>
          {URLS.corrections}#{id}
        </a>
        .
      </p>
    </div>
  );
}

const COLUMNS: readonly TableColumn<PublicCorrection>[] = [
  { heading: "Number", cell: ({ id }) => <span id={String(id)}>{id}</span> },
  { heading: "Place", cell: ({ path, place }) => <a href={path}>{place}</a> },
  { heading: "Figure", cell: ({ figure, year }) => `${FIGURES[figure]}, ${year}` },
  { heading: "Before", class: "number", cell: ({ before }) => shownNumber(before) },
  { heading: "After", class: "number", cell: ({ after }) => shownNumber(after) },
  { heading: "State", cell: ({ state }) => STATES[state] },
  { heading: "Received", cell: ({ receivedAtMs }) => timeText(receivedAtMs) },
  { heading: "Answered", cell: ({ answeredAtMs }) => (answeredAtMs === null ? "–" : timeText(answeredAtMs)) },
];

function shownNumber(value: number | null): string {
  return value === null ? "–" : number(value);
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
