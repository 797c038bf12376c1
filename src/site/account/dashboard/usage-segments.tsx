/** @jsxImportSource hono/jsx */
import { URLS } from "../../ui/urls.ts";

export const SPANS = [30, 90] as const;

/** The links between the views of usage. */
export function UsageSegments({ current }: { readonly current: (typeof SPANS)[number] | "months" }) {
  const links = [
    ...SPANS.map((days) => ({ id: days, href: `${URLS.usage}?days=${days}`, text: `Last ${days} days` })),
    { id: "months", href: URLS.usageMonths, text: "By month" },
  ];
  return (
    <ul class="segments">
      {links.map(({ id, href, text }) => (
        <li>
          <a href={href} aria-current={id === current ? "true" : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
