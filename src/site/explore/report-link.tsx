/** @jsxImportSource hono/jsx */
import { URLS } from "../ui/urls.ts";

interface ReportLinkProps {
  /** What the form finds when the visitor comes; without it, they type the place. */
  readonly place?: string;
  readonly year?: number;
  readonly text?: string;
}

/** The link to the form that reports a wrong figure. */
export function ReportLink({ place, year, text = "Report a wrong figure" }: ReportLinkProps) {
  const query = { ...(place === undefined ? {} : { place }), ...(year === undefined ? {} : { year: String(year) }) };
  const search = new URLSearchParams(query).toString();
  return <a href={search === "" ? URLS.report : `${URLS.report}?${search}`}>{text}</a>;
}
