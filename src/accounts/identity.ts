import { Background } from "./background.ts";
import type { IdentityParts } from "./identity-parts.ts";
import { createPasswordReset } from "./password-reset.ts";
import { createSignIn } from "./sign-in.ts";
import { createSignUp } from "./sign-up.ts";

/**
 * Every response is the same, after similar work, whether or not the address has an account. Throttles come first; then
 * methods that check a password reject with `PasswordsBusy` while too many others are in progress.
 */
export type Identity = ReturnType<typeof createIdentity>;

export function createIdentity(parts: IdentityParts) {
  const background = new Background(parts.log);
  const { checkPassword, ...signIn } = createSignIn(parts, background);
  return {
    ...signIn,
    ...createSignUp(parts, background, checkPassword),
    ...createPasswordReset(parts, background),
    close: () => background.close(),
  };
}
