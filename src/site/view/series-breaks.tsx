/** @jsxImportSource hono/jsx */
import type { SeriesBreak } from "../../editions/edition.ts";

export function SeriesBreaks({ breaks }: { readonly breaks: readonly SeriesBreak[] }) {
  if (breaks.length === 0) return null;
  return (
    <ul class="small muted">
      {breaks.map(({ year, text }) => (
        <li>
          {year}: {text}
        </li>
      ))}
    </ul>
  );
}
