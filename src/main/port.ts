import { messageOf } from "../domain/message.ts";
import { type Config, localUrl } from "./config.ts";
import { CommandError } from "./terminal.ts";

/** @throws CommandError that names the settings to change, where the address cannot be taken. */
export function listenOn<Server>(settings: string, address: string, serve: () => Server): Server {
  try {
    return serve();
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    const why = isTaken ? "another program listens there" : messageOf(error);
    throw new CommandError(`Cannot listen on ${address}: ${why}. Change ${settings}.`);
  }
}

/**
 * Processes that share a port take it together with whoever has it already, another service of the same user included;
 * so it is asked for once without sharing. @throws CommandError where somebody listens there.
 */
export function refusePortInUse({ HOST: hostname, PORT: port }: Config): void {
  if (port === 0) return;
  const probe = listenOn("HOST and PORT", localUrl(hostname, port), () =>
    Bun.listen({ hostname, port, exclusive: true, socket: { data() {} } }),
  );
  probe.stop(true);
}
