/** A provider that signs people in, as pages name it. */
export interface Provider {
  /** In URLs, in the store, and in the callback address. */
  readonly id: string;
  /** On its button. */
  readonly title: string;
  /** Of the page where its sign-in starts. */
  readonly origin: string;
}

/** The client that is registered with a provider. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A provider of OpenID Connect, as an operator configures it. */
export interface OidcProvider extends Provider, OAuthClient {
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** Of addresses that may sign in; empty for all. */
  readonly domains: readonly string[];
  /** Of which an account there needs one; empty for none. */
  readonly groups: readonly string[];
  readonly groupsClaim: string;
  /** The operator vouches for the provider's addresses, which then need no `email_verified`. */
  readonly addressesAreVerified: boolean;
}

/** Providers whose protocol the library knows. */
export const KNOWN_PROVIDERS = {
  github: { id: "github", title: "GitHub", origin: "https://github.com" },
  google: { id: "google", title: "Google", origin: "https://accounts.google.com" },
} as const satisfies Record<string, Provider>;
type KnownProvider = keyof typeof KNOWN_PROVIDERS;

export interface ConfiguredProviders {
  readonly known: Readonly<Partial<Record<KnownProvider, OAuthClient>>>;
  readonly oidc: readonly OidcProvider[];
}

/** In the order of their buttons. */
export function providersOf({ known, oidc }: ConfiguredProviders): readonly Provider[] {
  return [...oidc, ...Object.values(KNOWN_PROVIDERS).filter(({ id }) => known[id] !== undefined)];
}
