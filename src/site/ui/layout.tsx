/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { MAX_NAME_LENGTH } from "../../base/text.ts";
import type { Edition } from "../../editions/edition.ts";
import { EDITION_NAMES, EDITIONS, STATE_EDITIONS } from "../../editions/table.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";
import { ASSETS } from "./assets.ts";
import { CSRF_FIELD } from "./csrf.ts";
import { Icon, Shapes } from "./icons.tsx";
import { CloseMenu, isWithin, LinkList, type NavLink, type Rail, RailNav } from "./navigation.tsx";
import { SEARCH_LABEL } from "./search-box.tsx";
import { suggestionsIn, URLS, urlIn } from "./urls.ts";

/** The signed-in user, for the frame. Public pages are identical for everyone and omit it. */
export interface Viewer {
  readonly email: string;
  readonly csrfToken: string;
}

export interface Frame {
  /** The service's name is appended. */
  readonly title: string;
  readonly description?: string;
  /** Path of the page, used to mark the current link. */
  readonly path: string;
  readonly rail?: Rail;
  readonly viewer?: Viewer;
  /** Pages that require sign-in and one-time pages are hidden from search engines. */
  readonly unlisted?: boolean;
  /** What the page is about, for programs: an object of schema.org in JSON-LD. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** Absolute URL of the page that this one is a part of. */
  readonly canonical?: string;
  /** Above everything: what scores 50, and the year, unless that is the contract's edition. */
  readonly edition?: EditionYear;
  /** In print it is a brief: the source of its edition is on each sheet. */
  readonly isBrief?: boolean;
  /** Its links replace the page around it. */
  readonly isFramed?: boolean;
  /** Preview of a link to the page in messengers and social networks. */
  readonly share?: Share;
}

export interface EditionYear {
  readonly words: Edition;
  readonly dataYear: number;
}

/** Absolute URLs, because they are read outside the page. */
export interface Share {
  readonly url: string;
  readonly image: string;
  readonly imageText: string;
}

const SERVICE_NAME = "Safety Statistics";

/** A complete page as escaped HTML. The content has its own `h1`, so the frame does not repeat the title. */
export function renderPage(frame: Frame, content: Child): string {
  const { path, viewer, rail, edition, isBrief } = frame;
  const printed = isBrief ? EDITION_NAMES.find((name) => EDITIONS[name] === edition?.words) : undefined;
  return documentOf(
    frame,
    <body class={printed && `printed printed-${printed}`}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Shapes />
      <TopBar path={path} viewer={viewer} />
      {edition?.words.isNamed ? <EditionStrip {...edition} /> : null}
      <div class={rail ? "page railed" : "page"}>
        {rail ? <RailNav rail={rail} path={path} /> : null}
        <main id="content" tabindex={-1}>
          {content}
        </main>
      </div>
      <Footer />
    </body>,
  );
}

function EditionStrip({ words: { title, abbreviation, rate, review }, dataYear }: EditionYear) {
  return (
    <aside class="edition" aria-label="Edition">
      <b class="tile">{abbreviation} = 50</b>{" "}
      <strong>
        {title} edition, {dataYear}
      </strong>
      <span>
        A score of 50 is {rate}. {review}
      </span>
      <a href={URLS.editions}>How the editions differ</a>
    </aside>
  );
}

/** A page for a frame of another site: without bar, footer, and search. */
export function renderFramed(frame: Frame, content: Child): string {
  return documentOf(
    { ...frame, unlisted: true, isFramed: true },
    <body class="framed">
      <Shapes />
      <main>{content}</main>
    </body>,
  );
}

function documentOf(frame: Frame, body: Child): string {
  const { title, description, path, unlisted, about, share, isFramed, canonical = share?.url } = frame;
  const html = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        {isFramed ? <base target="_top" /> : null}
        <title>{path === URLS.home ? `${SERVICE_NAME}: ${title}` : `${title} · ${SERVICE_NAME}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {description ? <meta name="description" content={description} /> : null}
        {unlisted ? <meta name="robots" content="noindex" /> : null}
        {canonical ? <link rel="canonical" href={canonical} /> : null}
        {about ? <script type="application/ld+json">{raw(jsonLd(about))}</script> : null}
        {share ? <ShareTags {...frame} share={share} /> : null}
        <link rel="icon" href={ASSETS.icon.url} type="image/svg+xml" />
        <link rel="alternate" href={URLS.feed} type="application/atom+xml" title="New data" />
        <link rel="preload" href={ASSETS.font.url} as="font" type={ASSETS.font.type} crossorigin="anonymous" />
        <link rel="stylesheet" href={ASSETS.style.url} />
        <script src={ASSETS.script.url} />
        <script type="module" src={ASSETS.search.url} />
      </head>
      {body}
    </html>
  );
  return `<!doctype html>${html}`;
}

/** A script element ends at `</script>`, even within a string. */
function jsonLd(about: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ "@context": "https://schema.org", ...about }).replaceAll("<", "\\u003c");
}

/** Open Graph (ogp.me), which all of them support. */
function ShareTags({ title, description, share }: Pick<Frame, "title" | "description"> & { readonly share: Share }) {
  const tags = {
    "og:site_name": SERVICE_NAME,
    "og:type": "website",
    "og:title": title,
    "og:description": description ?? title,
    "og:url": share.url,
    "og:image": share.image,
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": share.imageText,
  };
  return (
    <>
      {Object.entries(tags).map(([property, content]) => (
        <meta property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The links of the bar, most used first. */
const BAR_LINKS: readonly NavLink[] = [
  { href: URLS.nation, text: UNITED_STATES.title },
  ...STATE_EDITIONS.map((edition) => ({ href: urlIn(edition, URLS.explore), text: edition.name })),
  { href: URLS.nationCompare, text: "Compare" },
  { href: URLS.docs, text: "Docs" },
  { href: URLS.pricing, text: "Pricing" },
];

/** Pages with a search box of their own. */
const SEARCH_PAGES: readonly string[] = [URLS.home, URLS.search];

function TopBar({ path, viewer }: { readonly path: string; readonly viewer: Viewer | undefined }) {
  // Public pages are the same for all visitors; who is signed in already comes to the dashboard.
  const account = { href: URLS.overview, text: viewer?.email ?? "Sign in" };
  const [current] = BAR_LINKS.filter(({ href }) => isWithin(path, href)).toSorted(
    (a, b) => b.href.length - a.href.length,
  );
  const isCurrent = (href: string) => (href === current?.href ? "true" : undefined);
  return (
    <header class="bar">
      <a class="name" href={URLS.home}>
        <Logo />
        {SERVICE_NAME}
      </a>
      <button type="button" popovertarget="menu">
        Menu
      </button>
      <div class="menu" id="menu" popover="auto">
        <CloseMenu id="menu" />
        <nav aria-label="Main">
          <LinkList links={BAR_LINKS} current={isCurrent} />
        </nav>
        {SEARCH_PAGES.includes(path) ? null : (
          <search>
            <form method="get" action={URLS.search} data-suggest={suggestionsOf(path)}>
              <div class="suggest">
                <Icon name="search" />
                <input
                  id="find"
                  name="q"
                  type="search"
                  placeholder={SEARCH_LABEL}
                  aria-label={SEARCH_LABEL}
                  maxlength={MAX_NAME_LENGTH}
                  autocomplete="off"
                />
              </div>
            </form>
          </search>
        )}
        <button type="button" data-theme-switch hidden>
          <Icon name="moon" />
        </button>
        <a class="button viewer" href={account.href} title={viewer?.email}>
          {account.text}
        </a>
        {viewer ? (
          <form method="post" action={URLS.signOut}>
            <input type="hidden" name={CSRF_FIELD} value={viewer.csrfToken} />
            <button type="submit">Sign out</button>
          </form>
        ) : null}
      </div>
    </header>
  );
}

/** The page's state comes first. */
function suggestionsOf(path: string): string {
  const [, state] = STATE_PATH.exec(path) ?? [];
  const own = STATE_EDITIONS.find((edition) => isWithin(path, urlIn(edition, URLS.explore)))?.abbreviation;
  const first = state ?? own;
  return first === undefined ? URLS.suggestions : suggestionsIn(first);
}

const STATE_PATH = /^\/us\/([a-z]{2})(?:\/|$)/;

/** As client/icon.svg, in the colors of the page's theme. */
export function Logo() {
  return (
    <svg class="logo" width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="6" />
      <path d="M5 14h18M5 9.5v9M23 9.5v9" />
      <circle cx="16" cy="14" r="4.4" />
    </svg>
  );
}

const FOOTER_LINKS: readonly NavLink[] = [
  { href: URLS.methodology, text: "Methodology" },
  { href: URLS.editions, text: "How the editions differ" },
  { href: URLS.coverage, text: "Coverage" },
  { href: URLS.corrections, text: "Corrections" },
  { href: URLS.downloads, text: "Downloads" },
  { href: URLS.docs, text: "Docs" },
  { href: URLS.glossary, text: "Glossary" },
  { href: URLS.terms, text: "Terms and cautions" },
  { href: URLS.privacy, text: "Privacy" },
  { href: URLS.accessibility, text: "Accessibility" },
  { href: URLS.leakedKey, text: "Found a key?" },
  { href: URLS.status, text: "Status" },
];

function Footer() {
  return (
    <footer>
      <p>
        Reported offenses only, counted per resident. A city's score does not describe its neighborhoods. The FBI
        advises against ranking places. Not for tenant, credit, employment or insurance decisions about people.
      </p>
      <p>
        Some names of neighborhoods, communities, and ZIP codes are from{" "}
        <a href="https://www.geonames.org/">GeoNames</a>, licensed under{" "}
        <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.
      </p>
      <LinkList links={FOOTER_LINKS} />
    </footer>
  );
}
