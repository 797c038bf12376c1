import { namesOf } from "../base/named-table.ts";

export const PROVIDER_TITLES = { github: "GitHub", google: "Google" } as const;
export type SocialProvider = keyof typeof PROVIDER_TITLES;
export const SOCIAL_PROVIDERS = namesOf(PROVIDER_TITLES);

export function isSocialProvider(name: string): name is SocialProvider {
  return Object.hasOwn(PROVIDER_TITLES, name);
}
