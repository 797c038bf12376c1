import { z } from "zod";
import { KNOWN_PROVIDERS, type OidcProvider } from "./provider.ts";
import { readDomains } from "./sign-up-policy.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const text = z.string().min(1).max(500);
const issuer = z.url({ protocol: /^https?$/ }).refine((value) => {
  const url = new URL(value);
  const isSecure = url.protocol === "https:" || LOOPBACK.includes(url.hostname);
  return isSecure && url.search === "" && url.hash === "" && url.username === "";
}, "must be an https:// address without a query");

const provider = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,30}$/, "must be lower-case letters, digits, and hyphens")
      .refine((id) => !Object.hasOwn(KNOWN_PROVIDERS, id), "is taken by a setting of its own"),
    title: z.string().trim().min(1).max(40),
    issuer,
    clientId: text,
    clientSecret: text,
    scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/)).default(["openid", "email", "profile"]),
    domains: z
      .array(z.string())
      .transform((names) => names.map((name) => name.toLowerCase()))
      .refine((names) => names.every((name) => readDomains(name)?.length === 1), "must be domains such as example.com")
      .default([]),
    groups: z.array(text).default([]),
    groupsClaim: text.default("groups"),
    addressesAreVerified: z.boolean().default(false),
  })
  .refine(({ addressesAreVerified, domains }) => !addressesAreVerified || domains.length > 0, {
    path: ["addressesAreVerified"],
    message: "needs domains: the provider could claim any address",
  })
  .transform((one): OidcProvider => ({ ...one, origin: new URL(one.issuer).origin }));

const providers = z
  .array(provider)
  .max(20)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "the ids must differ");

/** @throws Error that names the wrong member, without its value */
export function readOidcProviders(value: unknown): readonly OidcProvider[] {
  const read = providers.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error([...(issue?.path ?? []), issue?.message].join(": "));
}
