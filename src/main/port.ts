import { errorCode, messageOf } from "../domain/message.ts";
import { type Config, localUrl } from "./config.ts";
import { CommandError } from "./terminal.ts";

/** @throws CommandError that names the settings to change, if the port cannot be opened. */
export function listenOn<Server>(settings: string, address: string, serve: () => Server): Server {
  try {
    return serve();
  } catch (error) {
    const why = errorCode(error) === "EADDRINUSE" ? "another program is listening there" : messageOf(error);
    throw new CommandError(`Cannot listen on ${address}: ${why}. Change ${settings}.`);
  }
}

/**
 * Processes that share a port can also share it with another service of the same user, so this first opens the port
 * without sharing. @throws CommandError if another program is listening there.
 */
export function refusePortInUse({ HOST: hostname, PORT: port }: Config): void {
  if (port === 0) return;
  const probe = listenOn("HOST and PORT", localUrl(hostname, port), () =>
    Bun.listen({ hostname, port, exclusive: true, socket: { data() {} } }),
  );
  probe.stop(true);
}
