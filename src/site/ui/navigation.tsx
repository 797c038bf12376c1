/** @jsxImportSource hono/jsx */
import { URLS } from "./urls.ts";

/** The navigation on the left of the dashboard and the docs; on a phone, a menu above the content. */
export interface Rail {
  readonly label: string;
  readonly groups: readonly RailGroup[];
}
interface RailGroup {
  readonly title?: string;
  readonly links: readonly NavLink[];
  /** Closed, unless the page is one of the group. */
  readonly folds?: boolean;
}
export interface NavLink {
  readonly href: string;
  readonly text: string;
}

/** An open menu covers the button that opened it. */
export function CloseMenu({ id }: { readonly id: string }) {
  return (
    <button type="button" popovertarget={id} popovertargetaction="hide">
      Close
    </button>
  );
}

/** Below 1020 px a menu. The links of a first group without a title, if it has several, stay in view beside it. */
export function RailNav({ rail, path }: { readonly rail: Rail; readonly path: string }) {
  const current = (href: string) => currentOf(path, href);
  const [first] = rail.groups;
  const inView = first && first.links.length > 1 ? first : undefined;
  return (
    <nav class="rail" aria-label={rail.label}>
      {inView ? <LinkList links={inView.links} current={current} /> : null}
      <button type="button" popovertarget="rail-menu">
        {inView ? "More" : `${rail.label} menu`}
      </button>
      <div class="menu" id="rail-menu" popover="auto">
        <CloseMenu id="rail-menu" />
        {rail.groups
          .filter((group) => group !== inView)
          .map(({ title, links, folds }) =>
            folds ? (
              <details open={links.some(({ href }) => current(href) !== undefined)}>
                <summary class="rail-title">{title}</summary>
                <LinkList links={links} current={current} />
              </details>
            ) : (
              <>
                {title ? <p class="rail-title">{title}</p> : null}
                <LinkList links={links} current={current} />
              </>
            ),
          )}
      </div>
    </nav>
  );
}

/** The navigation marks the current page, or the link above it for a subpage such as a key's revocation. */
function currentOf(path: string, href: string): "page" | "true" | undefined {
  if (path === href) return "page";
  return href !== URLS.overview && href !== URLS.docs && isWithin(path, href) ? "true" : undefined;
}

export function isWithin(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`);
}

interface LinkListProps {
  readonly links: readonly NavLink[];
  /** The value of `aria-current` for the link to the current page or a page above it. */
  readonly current?: (href: string) => "page" | "true" | undefined;
}

export function LinkList({ links, current }: LinkListProps) {
  return (
    <ul>
      {links.map(({ href, text }) => (
        <li>
          <a href={href} aria-current={current?.(href)}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
