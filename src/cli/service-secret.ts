import { readConfig } from "../main/config.ts";
import { CommandError } from "../main/exit.ts";
import { givenSecret, secretDigest } from "../main/secret.ts";
import type { Store } from "../store/store.ts";

/**
 * The service's secret, for a command that signs or digests with it. @throws CommandError if the settings of the command
 * have none, or another than the nodes of the store
 */
export async function serviceSecret(store: Pick<Store, "nodeSecret">): Promise<string> {
  const secret = await givenSecret(readConfig());
  const advice = "Give it the service's SECRET, or SECRET_FILE with the path of the file that the service reads.";
  if (secret === null) {
    throw new CommandError(`The command has no SECRET. ${advice} If the service has never run, start it first.`);
  }
  const stored = await store.nodeSecret.read();
  if (stored !== null && stored !== secretDigest(secret)) {
    throw new CommandError(`The command has another SECRET than the service, so nothing was done. ${advice}`);
  }
  return secret;
}
