import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { Client, SetCookies } from "../../accounts/client.ts";
import type { AccountHolder } from "../../accounts/identity-parts.ts";
import { may, type Permission, type Role } from "../../accounts/roles.ts";
import type { SignIn } from "../../accounts/sign-in.ts";
import { boundedBytes } from "../../http/body.ts";
import { ownOrigins } from "../../http/own-origins.ts";
import { requestTextOf } from "../../http/path.ts";
import { CSRF_FIELD, createNonce, csrfToken, isNonce, isSameToken } from "../ui/csrf.ts";
import type { Viewer } from "../ui/layout.tsx";
import { messagePage } from "../ui/message-page.tsx";
import { type DashboardPage, URLS } from "../ui/urls.ts";
import { destinationOf, withDestination } from "./destination.ts";
import type { PageFacts } from "./page.ts";
import type { AccountServices, SignInServices, SiteSettings } from "./services.ts";

export interface SiteEnv {
  Bindings: {
    /** Finds the client's IP address, also behind a proxy. */
    readonly address: () => string | undefined;
    readonly requestId: string;
    /** Receives the error, for the log. */
    readonly failed: (error: unknown) => void;
    /** Receives what is known of a public page besides its answer. */
    readonly made?: (page: PageFacts) => void;
  };
}
export type SiteContext = Context<SiteEnv>;

export type PostedForm = ReadonlyMap<string, string>;

/** A request with its account holder and the token for forms on the page. */
export interface RequestContext<Services = SiteSettings & SignInServices> {
  readonly context: SiteContext;
  readonly services: Services;
  readonly client: Client;
  readonly holder: AccountHolder | null;
  readonly csrfToken: string;
  /** The same request as of whom these cookies, which its answer sets, sign in. Null if they do not. */
  readonly signedInBy: (cookies: SetCookies) => Promise<SignedInRequest<Services> | null>;
}

export interface SignedInRequest<Services = SiteSettings & AccountServices> extends RequestContext<Services> {
  readonly holder: AccountHolder;
  readonly viewer: Viewer;
  /** Whether the holder's role may open a page of the dashboard. */
  readonly mayOpen: (page: DashboardPage) => boolean;
}

export type SecurityRequest = SignedInRequest<SiteSettings & AccountServices & SignInServices>;

export type PageCode = 200 | 201 | 400 | 403 | 404 | 429;
export type PageResponse = Response | Promise<Response>;

const NONCE_NAME = "form";
const MAX_FORM_BYTES = 16_384;

interface SessionParts {
  readonly baseUrl: string;
  readonly secret: string;
  readonly signIn: Pick<SignIn, "holder">;
  readonly mayOpen: (role: Role, page: DashboardPage) => boolean;
}

/** Wraps page handlers: finds the signed-in account holder, provides the form token, and refuses cross-site posts. */
export function createSessionHandlers<Services>(
  { baseUrl, secret, signIn, mayOpen }: SessionParts,
  services: Services,
) {
  type Request = RequestContext<Services>;
  type Handler = (context: SiteContext) => Promise<Response>;
  const secure = baseUrl.startsWith("https://");
  const nonceCookie = secure ? `__Host-${NONCE_NAME}` : NONCE_NAME;
  const origins = ownOrigins(baseUrl);
  return { page, post, signedInPage, signedInPost };

  function page(handle: (request: Request) => PageResponse): Handler {
    return async (context) => handle(await requestContextOf(context));
  }

  function post(handle: (request: Request, form: PostedForm) => PageResponse): Handler {
    return received((request, form) =>
      hasToken(request, form) ? handle(request, form) : refusedPost(request.context),
    );
  }

  /** Refuses what another site sent, before the token is checked. */
  function received(handle: (request: Request, form: PostedForm) => PageResponse): Handler {
    return async (context) => {
      // The whole form comes first: while it is on its way, the session may end, or its person's role.
      const form = await ownForm(context);
      if (form === "incomplete") return context.body(null, 400);
      if (form === "too large") return tooLargePost(context);
      const request = await requestContextOf(context);
      return form === null ? refusedPost(context) : handle(request, form);
    };
  }

  /** A page for signed-in account holders. Others are redirected to sign in and then return to it. */
  function signedInPage(
    permission: Permission,
    handle: (request: SignedInRequest<Services>) => PageResponse,
    refuse: (request: SignedInRequest<Services>) => PageResponse,
  ): Handler {
    return page((request) => {
      const signedIn = asSignedIn(request);
      if (signedIn) return may(signedIn.holder.role, permission) ? handle(signedIn) : refuse(signedIn);
      const asked = requestTextOf(request.context.req.url);
      return request.context.redirect(withDestination(URLS.signIn, destinationOf(asked)), 303);
    });
  }

  function signedInPost(
    permission: Permission,
    handle: (request: SignedInRequest<Services>, form: PostedForm) => PageResponse,
    refuse: (request: SignedInRequest<Services>) => PageResponse,
  ): Handler {
    return received((request, form) => {
      const signedIn = asSignedIn(request);
      if (!hasToken(signedIn ?? request, form)) return refusedPost(request.context);
      if (!signedIn) return request.context.redirect(URLS.signIn, 303);
      return may(signedIn.holder.role, permission) ? handle(signedIn, form) : refuse(signedIn);
    });
  }

  async function requestContextOf(context: SiteContext): Promise<Request> {
    const cookies = decodableCookies(context.req.header("cookie") ?? "");
    const client: Client = {
      cookies: cookies === "" ? null : cookies,
      address: context.env.address() ?? null,
      agent: context.req.header("user-agent")?.slice(0, 256) ?? null,
      browser: nonceOf(context, cookies),
    };
    const { holder, cookies: renewed } = await signIn.holder(client);
    sendCookies(context, renewed);
    const token = csrfToken(secret, client.browser, holder?.sessionId ?? "");
    return { context, services, client, holder, csrfToken: token, signedInBy };

    async function signedInBy(set: SetCookies): Promise<SignedInRequest<Services> | null> {
      const sent = { ...client, cookies: set.map((cookie) => cookie.split(";", 1)[0]).join("; ") };
      const { holder } = await signIn.holder(sent);
      const token = csrfToken(secret, client.browser, holder?.sessionId ?? "");
      return asSignedIn({ context, services, client: sent, holder, csrfToken: token, signedInBy });
    }
  }

  /** A form of the dashboard is for the account that it was made for, and refused after a switch to another one. */
  function asSignedIn(request: Request): SignedInRequest<Services> | null {
    const { client, holder, csrfToken: forSession } = request;
    if (holder === null) return null;
    const token = csrfToken(secret, client.browser, `${holder.sessionId} ${holder.accountId}`);
    const viewer = { email: holder.email, csrfToken: forSession };
    return { ...request, holder, csrfToken: token, viewer, mayOpen: (page) => mayOpen(holder.role, page) };
  }

  /** The browser's nonce, set with the first page that it receives. */
  function nonceOf(context: SiteContext, cookies: string): string {
    const known = parse(cookies, nonceCookie)[nonceCookie];
    if (known !== undefined && isNonce(known)) return known;
    const nonce = createNonce();
    const attributes = { path: "/", httpOnly: true, sameSite: "Lax", secure: secure } as const;
    setCookie(context, nonceCookie, nonce, attributes);
    return nonce;
  }

  /** null if the origin is wrong (OWASP CSRF prevention); `incomplete` if the client disconnected. */
  async function ownForm({ req }: SiteContext): Promise<PostedForm | null | "incomplete" | "too large"> {
    const origin = req.header("origin");
    if (origin !== undefined && !origins.has(origin)) return null;
    const site = req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin") return null;
    if (!req.header("content-type")?.toLowerCase().startsWith("application/x-www-form-urlencoded")) return null;
    const body = await boundedBytes(req.raw, MAX_FORM_BYTES);
    if (typeof body === "string") return body;
    return new Map(new URLSearchParams(new TextDecoder().decode(body)));
  }
}

/** The cookies that need no decoding or have only ASCII in percent-encoding, as all of ours. The others are ignored. */
function decodableCookies(header: string): string {
  const all = header.split(";");
  return all.filter((cookie) => !/%(?![0-7][\da-f])/i.test(cookie)).join(";");
}

/** Adds better-auth's cookies to the response. */
export function sendCookies(context: SiteContext, cookies: SetCookies): void {
  for (const cookie of cookies) context.header("Set-Cookie", cookie, { append: true });
}

function hasToken({ csrfToken: expected }: Pick<RequestContext, "csrfToken">, form: PostedForm): boolean {
  return isSameToken(expected, form.get(CSRF_FIELD) ?? "");
}

function tooLargePost(context: SiteContext): PageResponse {
  const text = `A form may have ${MAX_FORM_BYTES} bytes. Nothing was changed.`;
  return context.html(messagePage({ path: context.req.path, title: "The form is too large", text }), 413);
}

function refusedPost(context: SiteContext): PageResponse {
  return context.html(
    messagePage({
      path: context.req.path,
      title: "The form could not be accepted",
      text: "It was sent from another site, or it is out of date because you signed in or out, or switched to another account, in the meantime. Go back, reload the page, and send it again. Nothing was changed.",
    }),
    403,
  );
}
