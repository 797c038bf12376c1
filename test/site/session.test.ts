import { describe, expect, test } from "bun:test";
import { Hono } from "hono";
import type { Client } from "../../src/accounts/client.ts";
import type { AccountHolder } from "../../src/accounts/identity-parts.ts";
import { createSessionHandlers, type SessionParts, type SiteEnv } from "../../src/site/session.ts";

/** The wrapper of every page and form, with sessions from a table. test/site/forms.test.ts tests the whole program. */
const alice: AccountHolder = {
  sessionId: "s-1",
  userId: "u-1",
  accountId: 1,
  email: "alice@example.com",
  twoFactorOn: false,
};
const again: AccountHolder = { ...alice, sessionId: "s-2" };
const sessions = new Map([
  ["session=alice", alice],
  ["session=again", again],
]);

interface Seen {
  readonly client: Client;
  readonly holder: AccountHolder | null;
  readonly form?: readonly (readonly [string, string])[];
}

function served(baseUrl = "https://safety.example", secret = "secret") {
  const seen: Seen[] = [];
  const identity: SessionParts["identity"] = {
    holder: async ({ cookies }) => {
      const known = [...sessions].find(([cookie]) => cookies?.includes(cookie));
      return { holder: known?.[1] ?? null, cookies: ["renewed=1; Path=/", "second=2; Path=/"] };
    },
  };
  const handlers = createSessionHandlers({ baseUrl, secret, identity }, {});
  const app = new Hono<SiteEnv>();
  app.get(
    "/page",
    handlers.page(({ context, client, holder, csrfToken }) => {
      seen.push({ client, holder });
      return context.text(csrfToken);
    }),
  );
  app.post(
    "/page",
    handlers.post(({ context, client, holder }, form) => {
      seen.push({ client, holder, form: [...form].filter(([name]) => name !== "csrf") });
      return context.text("done");
    }),
  );
  app.get(
    "/dashboard/keys",
    handlers.signedInPage(({ context, holder, viewer, csrfToken }) => {
      seen.push({ client: { cookies: null, address: null, agent: null, browser: "" }, holder });
      return context.text(`${viewer.email} ${viewer.csrfToken === csrfToken}`);
    }),
  );
  app.post(
    "/dashboard/keys",
    handlers.signedInPost(({ context, holder, viewer }) => context.text(`${viewer.email} ${holder.sessionId}`)),
  );
  const ask = (
    path: string,
    headers: Record<string, string> = {},
    body?: string | ReadableStream,
    address?: string,
  ) => {
    const init = body === undefined ? { headers } : { method: "POST", headers, body };
    const request = new Request(`${baseUrl}${path}`, init);
    return app.fetch(request, { address: () => address, requestId: "r-1", failed: () => {} });
  };
  return { ask, seen };
}

const FORM = "application/x-www-form-urlencoded";

/** A browser that shows a page: its cookies and the token of the page's form. */
async function browser(site: ReturnType<typeof served>, session = "", nonceName = "__Host-form") {
  const answer = await site.ask("/page", session ? { cookie: session } : {});
  const nonce =
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith(`${nonceName}=`))
      ?.split(";")[0] ?? "";
  return { cookie: [nonce, session].filter(Boolean).join("; "), csrf: await answer.text() };
}

describe("a page", () => {
  test("receives the client's cookies, address, and the beginning of its user agent", async () => {
    const { ask, seen } = served();
    await ask("/page", { cookie: "a=b", "user-agent": "x".repeat(300) }, undefined, "192.0.2.7");
    await ask("/page");
    expect(seen.map(({ client }) => client)).toEqual([
      { cookies: "a=b", address: "192.0.2.7", agent: "x".repeat(256), browser: expect.any(String) },
      { cookies: null, address: null, agent: null, browser: expect.any(String) },
    ]);
  });

  test("forwards every cookie that the session renews", async () => {
    const answer = await served().ask("/page");
    expect(answer.headers.getSetCookie()).toEqual(expect.arrayContaining(["renewed=1; Path=/", "second=2; Path=/"]));
  });

  test("sets a nonce only with the first form, inaccessible to scripts, other sites, and other hosts", async () => {
    const site = served();
    const planted = (await site.ask("/page")).headers.getSetCookie().filter((line) => line.startsWith("__Host-form="));
    expect(planted).toHaveLength(1);
    const [value = "", ...attributes] = planted[0]?.split("; ") ?? [];
    expect(value).toMatch(/^__Host-form=[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(["HttpOnly", "Path=/", "SameSite=Lax", "Secure"]);
    const { cookie } = await browser(site);
    expect((await site.ask("/page", { cookie })).headers.getSetCookie().join()).not.toContain("form=");
  });

  test("has a nonce without the https prefix if the service has plain http", async () => {
    const planted = (await served("http://localhost:8080").ask("/page")).headers.getSetCookie();
    const line = planted.find((one) => one.startsWith("form=")) ?? "";
    expect(line.split("; ").slice(1).toSorted()).toEqual(["HttpOnly", "Path=/", "SameSite=Lax"]);
  });
});

describe("a form", () => {
  const post = async (
    headers: Readonly<Record<string, string | undefined>> = {},
    fields: Readonly<Record<string, string>> = {},
    { site = served(), session = "" } = {},
  ) => {
    const { cookie, csrf } = await browser(site, session);
    const all = { "content-type": FORM, cookie, ...headers };
    const sent = Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
    const answer = await site.ask("/page", sent, new URLSearchParams({ csrf, ...fields }).toString());
    return { status: answer.status, text: await answer.text(), seen: site.seen.slice(1) };
  };

  test("with its token is handled, with its fields", async () => {
    const { status, seen } = await post({}, { name: "a key", empty: "" }, { session: "session=alice" });
    expect(status).toBe(200);
    expect(seen.map(({ holder, form }) => [holder, form])).toEqual([
      [
        alice,
        [
          ["name", "a key"],
          ["empty", ""],
        ],
      ],
    ]);
  });

  test.each([
    { origin: "https://safety.example" },
    { "sec-fetch-site": "same-origin" },
    { "content-type": `${FORM}; charset=UTF-8` },
    { "content-type": FORM.toUpperCase() },
  ])("is handled with %j", async (headers) => expect((await post(headers)).status).toBe(200));

  test.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://safety.example" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "none" },
    { "content-type": "text/plain" },
    { "content-type": `text/plain; ${FORM}` },
    { "content-type": "multipart/form-data; boundary=x" },
    { "content-type": "application/octet-stream" },
    { cookie: `__Host-form=${"x".repeat(43)}` },
  ])("is refused with %j, and not handled", async (headers) => {
    const { status, text, seen } = await post(headers);
    expect([status, seen]).toEqual([403, []]);
    expect(text).toContain("The form could not be accepted");
    expect(text).toContain("Nothing was changed.");
  });

  test.each(["", "wrong"])("is refused with the token %j", async (csrf) => {
    expect(await post({}, { csrf })).toMatchObject({ status: 403, seen: [] });
  });

  test("is refused without a token, without a type, and with one of another session, browser, or secret", async () => {
    const site = served();
    const anonymous = await browser(site);
    const first = await browser(site, "session=alice");
    const { csrf: foreign } = await browser(served("https://safety.example", "another secret"));
    const send = (cookie: string, body: string, type: Record<string, string> = { "content-type": FORM }) =>
      site.ask("/page", { cookie, ...type }, body);
    const nonce = first.cookie.split("; ")[0];
    for (const [cookie, body] of [
      [anonymous.cookie, "name=x"],
      [first.cookie, `csrf=${anonymous.csrf}`],
      [`${nonce}; session=again`, `csrf=${first.csrf}`],
      [`${nonce}`, `csrf=${first.csrf}`],
      [anonymous.cookie, `csrf=${foreign}`],
    ] as const) {
      expect((await send(cookie, body)).status).toBe(403);
    }
    const untyped = new TextEncoder().encode(`csrf=${anonymous.csrf}`);
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(untyped);
        controller.close();
      },
    });
    expect((await site.ask("/page", { cookie: anonymous.cookie }, stream)).status).toBe(403);
    expect(site.seen.filter(({ form }) => form !== undefined)).toEqual([]);
  });

  test("may have 16 KiB and no more", async () => {
    const site = served();
    const { cookie, csrf } = await browser(site);
    const send = (length: number) => {
      const start = `csrf=${csrf}&more=`;
      return site.ask("/page", { cookie, "content-type": FORM }, start + "x".repeat(length - start.length));
    };
    expect([(await send(16_384)).status, (await send(16_385)).status]).toEqual([200, 413]);
  });

  test("is a bad request, and not a failure, if its client disconnects in the middle", async () => {
    const site = served();
    const { cookie } = await browser(site);
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error("connection lost")),
    });
    const answer = await site.ask("/page", { cookie, "content-type": FORM }, broken);
    expect([answer.status, await answer.text()]).toEqual([400, ""]);
    expect(site.seen.filter(({ form }) => form !== undefined)).toEqual([]);
  });
});

describe("a page that requires sign-in", () => {
  test("is shown to the holder, with the email address and the token for the frame", async () => {
    expect(await (await served().ask("/dashboard/keys", { cookie: "session=alice" })).text()).toBe(
      "alice@example.com true",
    );
  });

  test("redirects others to sign in, and back afterward", async () => {
    const answer = await served().ask("/dashboard/keys?page=2");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "/sign-in?next=%2Fdashboard%2Fkeys%3Fpage%3D2",
    ]);
  });

  test("accepts the holder's form, and redirects others to sign in without doing anything", async () => {
    const site = served();
    const send = async (session: string) => {
      const { cookie, csrf } = await browser(site, session);
      return site.ask("/dashboard/keys", { cookie, "content-type": FORM }, `csrf=${csrf}`);
    };
    expect(await (await send("session=alice")).text()).toBe("alice@example.com s-1");
    const answer = await send("");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sign-in"]);
  });
});
