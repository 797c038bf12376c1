import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type JWK, default as Provider } from "oidc-provider";
import { stopAtEnd } from "./stop-at-end.ts";

export interface OidcPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
}

/** A real provider of OpenID Connect on loopback, in which the current person has signed in and agrees to everything. */
export interface TestProvider {
  readonly issuer: string;
  person: OidcPerson;
  /** Signs with new keys from now on, and publishes only these. */
  rotateKeys(): void;
  /** Stops answering, until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Takes the part of a browser at the provider: from the address of its sign-in to the address back at the client. */
  signIn(authorizationUrl: string): Promise<string>;
}

export const CLIENT = { clientId: "safety", clientSecret: "a secret of forty characters, for the tests." } as const;

/** Stops at the end of the test or file. `callback` is the client's registered address. */
export async function startOidcProvider(callback: () => string): Promise<TestProvider> {
  let server: Server | null = null;
  let port = 0;
  let handle: ReturnType<Provider["callback"]> | null = null;
  const provider: TestProvider = {
    get issuer() {
      return `http://127.0.0.1:${port}`;
    },
    person: { sub: "nobody", email: "nobody@example.com" },
    rotateKeys() {
      handle = null;
    },
    async stop() {
      const closed = server && once(server, "close");
      server?.close();
      server?.closeAllConnections();
      await closed;
      server = null;
    },
    async start() {
      server = createServer((request, response) => {
        handle ??= oidc().callback();
        void handle(request, response);
      });
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("the provider has no port");
      port = address.port;
    },
    async signIn(authorizationUrl) {
      const cookies = new Map<string, string>();
      let url = authorizationUrl;
      for (let hop = 0; hop < 20; hop++) {
        if (url.startsWith(callback())) return url;
        const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
        const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
          if (value === "") cookies.delete(name);
          else cookies.set(name, value);
        }
        const location = answer.headers.get("location");
        if (location === null) throw new Error(`the provider stopped at ${url}: ${await answer.text()}`);
        url = new URL(location, url).href;
      }
      throw new Error("the provider redirects in a circle");
    },
  };

  function oidc(): Provider {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const key: JWK = { ...privateKey.export({ format: "jwk" }), kid: crypto.randomUUID(), use: "sig", alg: "RS256" };
    const made = new Provider(provider.issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: [callback()],
          grant_types: ["authorization_code"],
          response_types: ["code"],
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ["a key of the tests"] },
      pkce: { required: () => true },
      conformIdTokenClaims: false,
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["groups"] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, interaction) => `/agree/${interaction.uid}` },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...provider.person, sub }) }),
    });
    made.use(async (context, next) => {
      if (!context.path.startsWith("/agree/")) return next();
      const { params, session } = await made.interactionDetails(context.req, context.res);
      const { sub } = provider.person;
      const grant = new made.Grant({ accountId: sub, clientId: String(params["client_id"]) });
      grant.addOIDCScope(String(params["scope"]));
      const result = { login: { accountId: session?.accountId ?? sub }, consent: { grantId: await grant.save() } };
      const to = await made.interactionResult(context.req, context.res, result);
      context.redirect(to);
    });
    return made;
  }

  await provider.start();
  stopAtEnd(() => provider.stop());
  return provider;
}
