import { STATE_EDITIONS } from "../editions/table.ts";
import { passwordWork } from "./password-work.ts";

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 512;

export function hashPassword(password: string): Promise<string> {
  return passwordWork.hash(normalized(password));
}

export function verifyPassword(password: string, hash: string): Promise<boolean> {
  return passwordWork.verify(normalized(password), hash);
}

/** Keyboards send the same letter composed or decomposed; both are the same password (NIST SP 800-63B-4, 3.1.1.2). */
function normalized(password: string): string {
  return password.normalize("NFC");
}

export type PasswordFault = "too_short" | "too_long" | "common";

/** A password with fewer expected guesses is on a list of common passwords, or close to one. */
const MIN_GUESSES = 1e8;
const OWN_WORDS = ["safety", "statistics", ...STATE_EDITIONS.map(({ name }) => name), "crime"];

/**
 * The fault of a new password, or null. Checks length and a blocklist, not kinds of characters (NIST SP 800-63B-4,
 * 3.1.1.2):
 * zxcvbn-ts's leaked passwords, repeats, sequences, keyboard walks, and the holder's own `words` (the email address).
 */
export async function passwordFault(password: string, words: readonly string[]): Promise<PasswordFault | null> {
  const length = [...normalized(password)].length;
  if (length < MIN_PASSWORD_LENGTH) return "too_short";
  if (length > MAX_PASSWORD_LENGTH) return "too_long";
  const inputs = [...OWN_WORDS, ...words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])];
  return (await passwordWork.guesses(password, inputs)) < MIN_GUESSES ? "common" : null;
}
