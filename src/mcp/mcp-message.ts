import { z } from "zod";

export const MAX_MESSAGE_BYTES = 8_192;
/** How deep the arrays and objects of a message may be nested. */
export const MAX_LEVELS = 16;
/** How many members and elements they may have together. */
export const MAX_MEMBERS = 256;

/** Whether the protocol library may see a parsed message. Its schemas cost time for each member. */
export function isWithinBounds(message: unknown): boolean {
  let members = 0;
  let values: readonly unknown[] = [message];
  for (let level = 1; values.length > 0; level++) {
    const containers = values.filter((value) => typeof value === "object" && value !== null);
    if (containers.length > 0 && level > MAX_LEVELS) return false;
    values = containers.flatMap((container) => Object.values(container));
    members += values.length;
    if (members > MAX_MEMBERS) return false;
  }
  return true;
}

const handshake = z.looseObject({
  id: z.union([z.string(), z.number()]).nullable().catch(null),
  method: z.literal("initialize"),
});
const handshakeParameters = z.looseObject({
  protocolVersion: z.string(),
  capabilities: z.looseObject({}),
  clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
});

/** The error for a handshake whose parameters are invalid; null for every other message (JSON-RPC 2.0, section 5.1). */
export function handshakeFault(message: unknown): object | null {
  const asked = handshake.safeParse(message);
  if (!asked.success || handshakeParameters.safeParse(asked.data["params"]).success) return null;
  const error = {
    code: -32_602,
    message:
      'The params of initialize need protocolVersion (a string, such as "2025-11-25"), capabilities (an object), and clientInfo (an object with name and version).',
  };
  return { jsonrpc: "2.0", id: asked.data.id, error };
}
