import { atMost, type Bounded } from "../base/text.ts";
import { STATE_EDITIONS } from "../editions/table.ts";
import { passwordWork } from "./password-work.ts";

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 512;

/** Decomposed, a password may have twice as many characters. Nothing longer is normalized. */
const MAX_TYPED = 2 * MAX_PASSWORD_LENGTH;
type Password = Bounded<typeof MAX_TYPED>;

/** Stands for a text that is too long: its check takes as long as another, and nobody may have so short a password. */
const NO_PASSWORD = " ";

export function hashPassword(password: string): Promise<string> {
  return passwordWork.hash(comparable(password));
}

export function verifyPassword(password: string, hash: string): Promise<boolean> {
  return passwordWork.verify(comparable(password), hash);
}

/** Whether a text from a form is too long to be a password. */
export function isPasswordTooLong(text: string): boolean {
  const password = atMost(text, MAX_TYPED);
  return typeof password !== "string" || [...normalized(password)].length > MAX_PASSWORD_LENGTH;
}

function comparable(text: string): string {
  const password = atMost(text, MAX_TYPED);
  return typeof password === "string" ? normalized(password) : NO_PASSWORD;
}

/** Keyboards send the same letter composed or decomposed; both are the same password (NIST SP 800-63B-4, 3.1.1.2). */
function normalized(password: Password): string {
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
  if (isPasswordTooLong(password)) return "too_long";
  if ([...comparable(password)].length < MIN_PASSWORD_LENGTH) return "too_short";
  const inputs = [...OWN_WORDS, ...words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])];
  return (await passwordWork.guesses(password, inputs)) < MIN_GUESSES ? "common" : null;
}
