import { decoded } from "./docs-reader.ts";
import { linkOf } from "./mail-sink.ts";
import type { ServedSite } from "./served-site.ts";

export interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Headers;
  readonly html: string;
}

export const PASSWORD = "plum orbit lantern ferry";

/**
 * A browser without JavaScript: keeps cookies, reads a form's token, and posts it. It does not follow redirects
 * automatically.
 */
export class FormClient {
  readonly url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  async get(path: string): Promise<Answer> {
    return this.#send(path, { method: "GET" });
  }

  /** Opens the page with the form, then posts it with its hidden fields. */
  async submit(page: string, fields: Readonly<Record<string, string>>, action = page): Promise<Answer> {
    const { html } = await this.get(page);
    return this.post(action, { ...hiddenFields(html, action), ...fields });
  }

  async post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return this.#send(path, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    headers.set("accept", "text/html");
    if (this.#cookies.size > 0) headers.set("cookie", this.cookieHeader);
    if (init.method === "POST" && !headers.has("origin")) headers.set("origin", this.url);
    const response = await fetch(new URL(path, this.url), { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return {
      status: response.status,
      location: response.headers.get("location"),
      headers: response.headers,
      html: await response.text(),
    };
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";");
    const [name = "", ...value] = pair.split("=");
    const isGone = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute));
    if (isGone) this.#cookies.delete(name.trim());
    else this.#cookies.set(name.trim(), value.join("="));
  }
}

/** The hidden fields of the form that posts to `action`. */
export function hiddenFields(html: string, action: string): Record<string, string> {
  const path = new URL(action, "http://any").pathname;
  const form = html.split("<form").find((part) => part.includes(`action="${path}"`));
  if (!form) throw new Error(`no form posts to ${path} in: ${html.slice(0, 2000)}`);
  const inputs = form.split("</form>")[0] ?? "";
  const fields: Record<string, string> = {};
  for (const [, name = "", value = ""] of inputs.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    fields[name] = decoded(value);
  }
  return fields;
}

/** The token of the dashboard's forms in the session's account, for a forged form. */
export async function dashboardToken(client: FormClient): Promise<string> {
  const page = "/dashboard/people/leave";
  return hiddenFields((await client.get(page)).html, page)["csrf"] ?? "";
}

/** Signs up with the forms and the link in the email. The client is signed in afterward. */
export async function signUp(
  site: Pick<ServedSite, "url" | "mail">,
  email: string,
  password = PASSWORD,
): Promise<FormClient> {
  const client = new FormClient(site.url);
  await client.submit("/sign-up", { email, password });
  const link = linkOf(await site.mail.next(email, "Confirm your email address"));
  const confirmed = await client.submit(link, { password }, "/confirm-email");
  if (confirmed.location !== "/dashboard?after=confirmed")
    throw new Error(`not confirmed: ${confirmed.status} ${confirmed.html}`);
  return client;
}

export async function signIn(site: Pick<ServedSite, "url">, email: string, password = PASSWORD): Promise<FormClient> {
  const client = new FormClient(site.url);
  await client.submit("/sign-in", { email, password });
  return client;
}
