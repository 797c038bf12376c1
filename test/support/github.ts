import type { FormClient } from "./form-client.ts";
import { stopAtEnd } from "./stop-at-end.ts";

/** Settings with which a site offers the provider. */
export const GITHUB = { GITHUB_CLIENT_ID: "an-id", GITHUB_CLIENT_SECRET: "a-secret" } as const;

type GitHubAnswer = Awaited<ReturnType<FormClient["get"]>>;

/**
 * A server in the place of GitHub, whose URLs are fixed in the library, until the end of the test or file. Returns a
 * function that signs a browser in with an address that GitHub reports, and gives the answer to the browser's return.
 */
export function startGitHub(): (client: FormClient, email: string, verified?: boolean) => Promise<GitHubAnswer> {
  let claimed = { email: "", verified: true };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/login/oauth/access_token": () => Response.json({ access_token: "t", token_type: "bearer", scope: "" }),
      "/user": () => Response.json({ id: claimed.email, login: "someone", name: "Someone", email: claimed.email }),
      "/user/emails": () => Response.json([{ ...claimed, primary: true, visibility: "public" }]),
    },
  });
  const realFetch = globalThis.fetch;
  const redirected = (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isGitHub = ["github.com", "api.github.com"].includes(url.hostname);
    return realFetch(isGitHub ? new URL(url.pathname, server.url) : input, init);
  };
  globalThis.fetch = Object.assign(redirected, { preconnect: realFetch.preconnect });
  stopAtEnd(async () => {
    globalThis.fetch = realFetch;
    await server.stop(true);
  });
  return async (client, email, verified = true) => {
    claimed = { email, verified };
    const { location } = await client.submit("/sign-in", {}, "/sign-in/with/github");
    const state = new URL(location ?? "").searchParams.get("state") ?? "";
    return await client.get(`/auth/callback/github?code=x&state=${state}`);
  };
}
