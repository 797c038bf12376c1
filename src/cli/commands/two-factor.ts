import type { Command } from "commander";
import { createAuthEmails } from "../../accounts/auth-emails.ts";
import type { WaysIn } from "../../accounts/store.ts";
import { readConfig } from "../../main/config.ts";
import { CommandError, EXIT, note } from "../../main/exit.ts";
import { URLS } from "../../site/ui/urls.ts";
import type { Store } from "../../store/store.ts";
import { onStore, operator, parseEmail } from "../with-store.ts";

/** The command of `safety account` for a person who has neither the device nor a recovery code. */
export function addTwoFactorCommand(command: Command): void {
  command
    .command("two-factor-off")
    .description("Turn a person's two-factor sign-in off, after a lost device, and end their sessions")
    .argument("<person>", "the address with which they sign in")
    .option("--yes", "do it; the password alone then opens the account")
    .action(onStore(turnOff));
}

async function turnOff(store: Store, person: string, { yes }: { readonly yes?: true }): Promise<void> {
  const email = parseEmail(person);
  const ways = await store.users.waysIn(email);
  if (ways === null) throw new CommandError(`Nobody signs in as ${email}.`);
  const wasOff = new CommandError(`Two-factor sign-in of ${email} is not on.`);
  if (!ways.twoFactorOn) throw wasOff;
  const left = `To sign in, they have: ${describe(ways)}`;
  if (!yes) {
    throw new CommandError(
      `This turns two-factor sign-in of ${email} off and ends their sessions. ${left}. Make sure that they are who they say. Add --yes.`,
      EXIT.usage,
    );
  }
  const { baseUrl, CONTACT_EMAIL: contactEmail } = readConfig();
  const emails = createAuthEmails({ baseUrl, contactEmail, links: URLS, providers: [] });
  const letter = (accountId: number) => emails.securityChanged({ email, accountId }, "two_factor_off");
  if (!(await store.users.endTwoFactor(email, operator(), letter))) throw wasOff;
  note(`Two-factor sign-in of ${email} is off, and their sessions have ended. ${left}.\n`);
}

function describe({ hasPassword, passkeys, providers }: WaysIn): string {
  const ways = [
    ...(hasPassword ? ["their password"] : []),
    ...(passkeys > 0 ? [`${passkeys} ${passkeys === 1 ? "passkey" : "passkeys"}`] : []),
    ...providers,
  ];
  return ways.length === 0 ? "nothing until they set a password by email" : ways.join(", ");
}
