import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Client, SetCookies } from "../accounts/client.ts";
import type { Holder } from "../accounts/identity.ts";
import { CSRF_FIELD, createNonce, csrfToken, isSameToken } from "./csrf.ts";
import type { SiteKit } from "./kit.ts";
import type { Viewer } from "./layout.tsx";
import { messagePage } from "./message-page.tsx";
import { URLS } from "./urls.ts";

export interface SiteEnv {
  Bindings: { readonly address: string | undefined };
}
export type SiteContext = Context<SiteEnv>;

/** What was posted: the text fields of the form. */
export type PostedForm = ReadonlyMap<string, string>;

/** A handler's request with who asks and the token for the forms on the answer. */
export interface Visit {
  readonly context: SiteContext;
  readonly client: Client;
  readonly holder: Holder | null;
  readonly csrfToken: string;
}

export interface HolderVisit extends Visit {
  readonly holder: Holder;
  /** For the frame. */
  readonly viewer: Viewer;
}

type Answer = Response | Promise<Response>;

const NONCE_NAME = "form";
const MAX_FORM_BYTES = 16_384;

export type Visits = ReturnType<typeof createVisits>;

/** Wraps the handlers of forms: who is signed in, the form's token, and the refusal of posts from elsewhere. */
export function createVisits(kit: SiteKit) {
  const secure = kit.auth.baseUrl.startsWith("https://");
  const nonceCookie = secure ? `__Host-${NONCE_NAME}` : NONCE_NAME;
  const origins = ownOrigins(kit.auth.baseUrl);
  return { page, post, holderPage, holderPost };

  /** A page that anybody may see. */
  function page(handle: (visit: Visit) => Answer): (context: SiteContext) => Promise<Response> {
    return async (context) => handle(await visitOf(context));
  }

  /** A post that anybody may send. */
  function post(handle: (visit: Visit, form: PostedForm) => Answer): (context: SiteContext) => Promise<Response> {
    return async (context) => {
      const visit = await visitOf(context);
      const form = await ownForm(visit);
      return form === null ? refusedPost(context) : handle(visit, form);
    };
  }

  /** A page for the signed-in holder; others are sent to sign in. */
  function holderPage(handle: (visit: HolderVisit) => Answer): (context: SiteContext) => Promise<Response> {
    return page((visit) => {
      const holderVisit = asHolder(visit);
      return holderVisit ? handle(holderVisit) : visit.context.redirect(URLS.signIn, 303);
    });
  }

  function holderPost(
    handle: (visit: HolderVisit, form: PostedForm) => Answer,
  ): (context: SiteContext) => Promise<Response> {
    return post((visit, form) => {
      const holderVisit = asHolder(visit);
      return holderVisit ? handle(holderVisit, form) : visit.context.redirect(URLS.signIn, 303);
    });
  }

  async function visitOf(context: SiteContext): Promise<Visit> {
    const client: Client = {
      cookies: context.req.header("cookie") ?? null,
      address: context.env.address ?? null,
      agent: context.req.header("user-agent")?.slice(0, 256) ?? null,
    };
    const { holder, cookies } = await kit.identity.holder(client);
    sendCookies(context, cookies);
    const token = csrfToken(kit.auth.secret, nonceOf(context), holder?.sessionId ?? "");
    return { context, client, holder, csrfToken: token };
  }

  /** The browser's nonce, planted with the first form it sees. */
  function nonceOf(context: SiteContext): string {
    const known = getCookie(context, nonceCookie);
    if (known) return known;
    const nonce = createNonce();
    const attributes = { path: "/", httpOnly: true, sameSite: "Lax", secure: secure } as const;
    setCookie(context, nonceCookie, nonce, attributes);
    return nonce;
  }

  /** The form, when it is one of ours: right origin (OWASP CSRF prevention) and right token. Else null. */
  async function ownForm({ context, csrfToken: expected }: Visit): Promise<PostedForm | null> {
    const { req } = context;
    const origin = req.header("origin");
    if (origin !== undefined && !origins.has(origin)) return null;
    const site = req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin") return null;
    if (!req.header("content-type")?.toLowerCase().startsWith("application/x-www-form-urlencoded")) return null;
    const body = await req.text();
    if (body.length > MAX_FORM_BYTES) return null;
    const form: PostedForm = new Map(new URLSearchParams(body));
    return isSameToken(expected, form.get(CSRF_FIELD) ?? "") ? form : null;
  }
}

/** Adds better-auth's cookies to the answer. */
export function sendCookies(context: SiteContext, cookies: SetCookies): void {
  for (const cookie of cookies) context.header("Set-Cookie", cookie, { append: true });
}

function asHolder(visit: Visit): HolderVisit | null {
  const { holder } = visit;
  return holder && { ...visit, holder, viewer: { email: holder.email, csrfToken: visit.csrfToken } };
}

function refusedPost(context: SiteContext): Response | Promise<Response> {
  return context.html(
    messagePage({
      path: context.req.path,
      title: "The form could not be accepted",
      text: "It was sent from another site, or it is out of date because you signed in or out meanwhile. Go back, load the page again and send it once more. Nothing was changed.",
    }),
    403,
  );
}

/** On this machine the same server is reached under three names. */
function ownOrigins(baseUrl: string): ReadonlySet<string> {
  const { origin, hostname, protocol, port } = new URL(baseUrl);
  const loopback = ["localhost", "127.0.0.1", "[::1]"];
  if (!loopback.includes(hostname)) return new Set([origin]);
  return new Set(loopback.map((name) => `${protocol}//${name}${port ? `:${port}` : ""}`));
}
