/** Who may create an account. Accounts that there are stay, and an operator's command may create any. */
export interface SignUpPolicy {
  /** Anyone, addresses of `domains`, those that a team invites, or nobody but the operator and whom they invite. */
  readonly who: SignUpMode;
  /** Of email addresses, in lower case; their subdomains are others. */
  readonly domains: readonly string[];
}

export const SIGN_UP_MODES = ["open", "domains", "invited", "closed"] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

const DOMAIN = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;

/** Domains in lower case, separated by commas or spaces; null if one is none, or if there are none. */
export function readDomains(text: string): readonly string[] | null {
  const domains = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return domains.length > 0 && domains.every((name) => DOMAIN.test(name)) ? domains : null;
}

/** Whether a new account may have a normalized address. `invitedBy`: who invited it into theirs. */
export function maySignUp(policy: SignUpPolicy, email: string, invitedBy: "operator" | "team" | null = null): boolean {
  if (invitedBy === "operator") return true;
  if (policy.who === "invited") return invitedBy === "team";
  return policy.who !== "closed" && mayHaveAddress(policy, email);
}

/** Whether visitors can create accounts without an invitation. */
export function isOpen({ who }: SignUpPolicy): boolean {
  return who === "open" || who === "domains";
}

/** Whether an account may change to a normalized address. */
export function mayHaveAddress({ who, domains }: SignUpPolicy, email: string): boolean {
  return who !== "domains" || domains.includes(email.slice(email.lastIndexOf("@") + 1));
}

/** `example.com or example.org`. */
export function domainsText({ domains }: SignUpPolicy): string {
  return new Intl.ListFormat("en-US", { type: "disjunction" }).format(domains);
}
