import { type GenericOAuthConfig, genericOAuth } from "better-auth/plugins";
import type { OidcProvider } from "./provider.ts";

/** better-auth's redirect to the sign-in page has one of them as its error. */
const PROVIDER_REFUSALS = ["provider_address_refused", "provider_group_refused", "provider_mistaken"] as const;
export type ProviderRefusal = (typeof PROVIDER_REFUSALS)[number];

/** Sign-in with OpenID Connect: discovery, PKCE, a nonce, and verified ID tokens. */
export function oidcPlugin(providers: readonly OidcProvider[]) {
  const config = providers.map(configOf);
  const pending = new Map(config.map((one) => [one.providerId, one]));
  return {
    ...genericOAuth({ config }),
    // By itself, the plugin asks all providers before the first page, without a time limit. One that waits for its
    // discovery is asked at its next sign-in, for ten seconds, and after a failure again.
    init: () => ({ context: { genericOAuthPendingDiscovery: pending } }),
  };
}

function configOf(provider: OidcProvider): GenericOAuthConfig {
  const { id: providerId, title: name, issuer, clientId, clientSecret, scopes } = provider;
  return {
    ...{ providerId, name, clientId, clientSecret, scopes: [...scopes] },
    discoveryUrl: `${withoutSlash(issuer)}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    pkce: true,
    mapProfileToUser: ({ email_verified }) => ({
      name: "",
      image: undefined,
      emailVerified: provider.addressesAreVerified || email_verified === true || email_verified === "true",
    }),
  };
}

/** Why the holder of an account at a provider may not sign in; null if they may. `claims` are verified. */
export function providerRefusal(
  { issuer, domains, groups, groupsClaim }: OidcProvider,
  email: string,
  claims: Readonly<Record<string, unknown>>,
): ProviderRefusal | null {
  // The library compares an ID token with what the discovery document says, not with the setting.
  const { iss } = claims;
  if (iss !== undefined && (typeof iss !== "string" || withoutSlash(iss) !== withoutSlash(issuer))) {
    return "provider_mistaken";
  }
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (domains.length > 0 && !domains.includes(domain)) return "provider_address_refused";
  if (groups.length === 0) return null;
  const claimed = [claims[groupsClaim]].flat();
  return groups.some((group) => claimed.includes(group)) ? null : "provider_group_refused";
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}
