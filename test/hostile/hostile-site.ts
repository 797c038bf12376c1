import { US_STATES } from "../../src/editions/us-states.ts";
import { targetRefusal } from "../../src/http/path.ts";
import type { DialectName } from "../../src/store/store.ts";
import { WIDE_LIMITS } from "../support/counted.ts";
import type { FormClient } from "../support/form-client.ts";
import { FormClient as Client } from "../support/form-client.ts";
import { issueKey } from "../support/issue-key.ts";
import { newAccountHolder } from "../support/new-account-holder.ts";
import { serveSite } from "../support/served-site.ts";
import { servePages } from "../support/site-pages.ts";
import {
  accountDoors,
  apiDoors,
  type Browser,
  cookieDoors,
  type Door,
  formDoors,
  headerDoors,
  pageDoors,
  type Sent,
  toolDoors,
  tryItDoors,
} from "./doors.ts";

/** Doors of one kind, and how a request is sent to them. */
export interface Doors {
  readonly name: string;
  readonly doors: readonly Door[];
  readonly send: (sent: Sent) => Promise<number>;
}

/** Addresses of the documentation (RFC 3849): no limit of one client hides what a reader does. */
let clients = 0;
const nextAddress = () => `2001:db8:${(++clients >> 8).toString(16)}:${(clients & 255).toString(16)}::1`;

/** A site with an account that has a key, and all of its doors. */
export async function hostileSite(dialect: DialectName): Promise<readonly Doors[]> {
  const site = await serveSite(dialect, { PLAN_LIMITS: WIDE_LIMITS, TRUST_PROXY: "true" });
  const key = await issueKey(site.databaseUrl, { email: "enterprise@example.com", plan: "enterprise" });
  const alice = await newAccountHolder(site, "alice@example.com");
  await alice.submit("/dashboard/keys/new", { name: "first", type: "live", expiry: "never" });
  const holder = browserOf(alice);
  const visitor = browserOf(new Client(site.url));
  const pages = servePages();
  const send = async ({ path, init = {} }: Sent): Promise<number> => {
    const headers = new Headers(init.headers);
    if (!headers.has("x-api-key")) headers.set("x-api-key", key);
    if (!headers.has("x-forwarded-for")) headers.set("x-forwarded-for", nextAddress());
    const answer = await fetch(site.url + path, { ...init, headers, redirect: "manual" });
    await answer.arrayBuffer();
    return answer.status;
  };
  // The names of a state are read for its first place, once for all.
  for (const { code } of US_STATES) {
    await send({ path: `/v1/us/safety/${code}/b` });
    await pages.request(`/us/${code.toLowerCase()}/b`);
  }
  const signedIn = (sent: Sent) => {
    const headers = { ...Object.fromEntries(new Headers(sent.init?.headers)), cookie: alice.cookieHeader };
    return send({ ...sent, init: { ...sent.init, headers } });
  };
  // Public pages are made here without their thread, in which the work could not be counted.
  const inProcess = async ({ path }: Sent): Promise<number> => {
    const refused = targetRefusal(new Request(site.url + path));
    if (refused !== null) return refused.status;
    const answer = await pages.request(path);
    await answer.arrayBuffer();
    return answer.status;
  };
  const cookies = [...new Set(alice.cookieHeader.split("; ").map((cookie) => cookie.split("=")[0] ?? ""))];
  return [
    { name: "the API", doors: await apiDoors(), send },
    { name: "tools for assistants", doors: await toolDoors(), send },
    { name: "public pages", doors: pageDoors(), send: inProcess },
    { name: "operations that visitors try", doors: await tryItDoors(), send: inProcess },
    { name: "pages of accounts", doors: accountDoors(), send: signedIn },
    { name: "forms", doors: await formDoors([holder, visitor]), send },
    { name: "cookies", doors: cookieDoors([...cookies, "safety.two_factor"], "/dashboard"), send },
    { name: "headers", doors: headerDoors(["/v1/safety/Irvine", "/explore", "/sign-in", "/mcp"]), send },
  ];
}

function browserOf(client: FormClient): Browser {
  return {
    get headers() {
      return { cookie: client.cookieHeader, origin: client.url };
    },
    page: async (path) => (await client.get(path)).html,
  };
}
