/** @jsxImportSource hono/jsx */
import { URLS, withQuery } from "../ui/urls.ts";

interface ReportLinkProps {
  /** What the form finds when the visitor comes; without it, they type the place. */
  readonly place?: string;
  readonly year?: number;
  readonly text?: string;
}

export function ReportLink({ place = "", year, text = "Report a wrong figure" }: ReportLinkProps) {
  return <a href={withQuery(URLS.report, { place, year: String(year ?? "") })}>{text}</a>;
}
