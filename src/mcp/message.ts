/** Largest body of a message. */
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
