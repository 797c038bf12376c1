import type { Edition } from "../../editions/edition.ts";

/** The same to every visitor. */
const PUBLIC_URLS = {
  home: "/",
  homeCard: "/card.png",
  pricing: "/pricing",
  explore: "/explore",
  /** `?kind=&county=&size=&grade=&change=&sort=&order=&page=`: one table of places with filters. */
  browse: "/explore/browse",
  /** `?q=`: a place by its name, state, ZIP code, address, or coordinates. */
  search: "/search",
  /** The same search as JSON, for completion in the search box. `state` comes first. */
  suggestions: "/suggestions.json",
  /** `?place=irvine&place=fresno`: two to five places side by side. */
  compare: "/explore/compare",
  /** `?place=oakland&measure=violent`: one measure of up to four places by year. */
  chart: "/explore/chart",
  exploreCity: "/explore/city/:slug",
  exploreCounty: "/explore/county/:slug",
  explorePlace: "/explore/place/:slug",
  exploreZip: "/explore/zip/:zip",
  nation: "/us",
  nationCoverage: "/us/coverage",
  /** `?state=tx&name=&county=&size=&grade=&change=&sort=&order=&page=`: the places of all states, as `browse`. */
  nationBrowse: "/us/browse",
  /** `?q=denver, co&km=30`: the places around a place, a ZIP code, or a point. */
  nationNear: "/us/near",
  /** `?place=tx/austin&place=oh/akron`: up to five places of any states side by side. */
  nationCompare: "/us/compare",
  /** `?place=tx/austin&measure=violent`: as `chart`. */
  nationChart: "/us/chart",
  nationState: "/us/:state",
  nationPlace: "/us/:state/:city",
  nationArea: "/us/:state/area/:county",
  status: "/status",
  coverage: "/coverage",
  methodology: "/methodology",
  specification: "/methodology/specification",
  areasMethod: "/methodology/areas",
  backtest: "/methodology/back-test",
  editions: "/methodology/editions",
  docs: "/docs",
  operation: "/docs/reference/:operation",
  quickStart: "/docs/quick-start",
  address: "/docs/address",
  authentication: "/docs/authentication",
  limits: "/docs/limits",
  errorsGuide: "/docs/errors",
  names: "/docs/names",
  batch: "/docs/batch",
  versions: "/docs/versions",
  dataset: "/docs/dataset",
  glossary: "/docs/glossary",
  terms: "/docs/terms",
  privacy: "/docs/privacy",
  accessibility: "/docs/accessibility",
  typescriptClient: "/docs/typescript",
  pythonClient: "/docs/python",
  assistants: "/docs/assistants",
  spreadsheets: "/docs/spreadsheets",
  webhooksGuide: "/docs/webhooks",
  company: "/docs/company",
  /** The page of a problem code: the `type` of every error answer (RFC 9457). */
  error: "/errors/:code",
  feed: "/feed.xml",
  /** For other sites: gives frames the height of their charts. The URL is in their pages, so it must not change. */
  embedScript: "/embed.js",
  openApiJson: "/openapi.json",
  openApiYaml: "/openapi.yaml",
  downloads: "/downloads",
  /** A file of a dataset version; "latest" redirects to the current version. */
  download: "/downloads/:version/:file",
  /** A client library; its file name has its version and hash. */
  clientFile: "/downloads/clients/:file",
  sitemap: "/sitemap.xml",
} as const;

/** Pages that need the store: those that lead to an account, and reports about figures. */
const VISITOR_URLS = {
  /** `?place=&year=`: reports a wrong figure. */
  report: "/report",
  /** The public list of reports; `?receipt=` shows one's own. */
  corrections: "/corrections",
  signUp: "/sign-up",
  signIn: "/sign-in",
  signInCode: "/sign-in/code",
  signInPasskey: "/sign-in/passkey",
  signInPasskeyStart: "/sign-in/passkey/start",
  signInProvider: "/sign-in/with/:provider",
  /** Where a provider redirects the browser. It is registered with the provider, so it must not change. */
  providerCallback: "/auth/callback/:provider",
  signOut: "/sign-out",
  confirmEmail: "/confirm-email",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  leakedKey: "/revoke-key",
  /** The link of an invitation into an account. */
  join: "/join",
} as const;

/** Pages of an account, for people who are signed in. */
export const DASHBOARD_URLS = {
  overview: "/dashboard",
  notices: "/dashboard/notices",
  dismissNotice: "/dashboard/notices/:notice/dismiss",
  keys: "/dashboard/keys",
  createKey: "/dashboard/keys/new",
  key: "/dashboard/keys/:key",
  revokeKey: "/dashboard/keys/:key/revoke",
  reissueKey: "/dashboard/keys/:key/reissue",
  restrictKey: "/dashboard/keys/:key/addresses",
  usage: "/dashboard/usage",
  usageMonths: "/dashboard/usage/months",
  /** `?month=2026-10`; without a month, all days. */
  usageCsv: "/dashboard/usage.csv",
  plan: "/dashboard/plan",
  webhook: "/dashboard/webhook",
  webhookTest: "/dashboard/webhook/test",
  webhookSecret: "/dashboard/webhook/secret",
  deleteWebhook: "/dashboard/webhook/delete",
  people: "/dashboard/people",
  invite: "/dashboard/people/invite",
  withdrawInvitation: "/dashboard/people/invitations/:invitation/withdraw",
  leave: "/dashboard/people/leave",
  person: "/dashboard/people/:person",
  removePerson: "/dashboard/people/:person/remove",
  mainOwner: "/dashboard/people/:person/main-owner",
  /** The accounts that the person is in, to switch between them. */
  accounts: "/dashboard/accounts",
  security: "/dashboard/security",
  password: "/dashboard/security/password",
  changeEmail: "/dashboard/security/email",
  /** The links of the emails to the old and the new address. */
  confirmEmailChange: "/dashboard/security/email/confirm",
  twoFactor: "/dashboard/security/two-factor",
  twoFactorStart: "/dashboard/security/two-factor/start",
  twoFactorOff: "/dashboard/security/two-factor/off",
  recoveryCodes: "/dashboard/security/recovery-codes",
  passkeys: "/dashboard/security/passkeys",
  passkeyStart: "/dashboard/security/passkeys/start",
  removePasskey: "/dashboard/security/passkeys/:passkey/remove",
  endSession: "/dashboard/security/sessions/:session/end",
  endOtherSessions: "/dashboard/security/sessions/end-others",
  exportAccount: "/dashboard/security/account.json",
  deleteAccount: "/dashboard/security/delete",
} as const;
export type DashboardPage = keyof typeof DASHBOARD_URLS;

/** The URLs of all pages. Routes and links use this one table. */
export const URLS = { ...PUBLIC_URLS, ...VISITOR_URLS, ...DASHBOARD_URLS } as const;

const firstSegment = (path: string) => path.split("/")[1] ?? "";
const ACCOUNT_SEGMENTS: ReadonlySet<string> = new Set(
  [VISITOR_URLS, DASHBOARD_URLS].flatMap((urls) => Object.values(urls).map(firstSegment)),
);

/** Whether a decoded path is below the first segment of an account's page. */
export function isOfAccount(path: string): boolean {
  return ACCOUNT_SEGMENTS.has(firstSegment(path));
}

type ParameterOf<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

/** The URL of a pattern with its parameters filled in, percent-encoded. */
export function urlOf<Pattern extends string>(
  pattern: Pattern,
  parameters: Readonly<Record<ParameterOf<Pattern>, string>>,
): string {
  const values: Readonly<Record<string, string>> = parameters;
  return pattern.replaceAll(/:([a-z]+)/gi, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

/** Where a search box completes: places of a state come first. */
export function suggestionsIn(state: string): string {
  return withQuery(URLS.suggestions, { state: state.toLowerCase() });
}

/** The path of a page or an operation in a state's edition: all but the contract's have their own part after the first. */
export function urlIn({ path }: Pick<Edition, "path">, url: string): string {
  return url.replace(/^\/\w+/, (part) => part + path);
}

/** A path with the parameters that are not empty, a list once for each of its values. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | readonly string[]>>): string {
  const pairs = Object.entries(parameters).flatMap(([name, values]) =>
    [values].flat().flatMap((value): [string, string][] => (value === "" ? [] : [[name, value]])),
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}
