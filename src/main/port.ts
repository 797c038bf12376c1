import { errorCode, messageOf } from "../domain/message.ts";
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
