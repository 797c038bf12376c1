/** @jsxImportSource hono/jsx */
interface Segment {
  readonly text: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

/** One choice of a few, each a link to the page with it. */
export function Segments({ label, choices }: { readonly label: string; readonly choices: readonly Segment[] }) {
  return (
    <nav aria-label={label}>
      <ul class="segments">
        {choices.map(({ text, href, isCurrent }) => (
          <li>
            <a href={href} rel="nofollow" aria-current={isCurrent ? "true" : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
