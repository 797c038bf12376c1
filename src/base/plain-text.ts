import { z } from "zod";

/** Control characters, except tabs and line breaks, and marks that change the text direction. */
const MISLEADING = /(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text that a visitor typed, of at most `length` characters, trimmed. Control characters are dropped. May be empty. */
export function plainText(length: number) {
  return z
    .string()
    .max(2 * length, { abort: true })
    .transform((text) => text.replaceAll(MISLEADING, ""))
    .pipe(z.string().trim().max(length));
}

/** Each line marked as quoted, so that none of them can pass for other text in an email. */
export function quoted(text: string): readonly string[] {
  return text === "" ? [] : text.split(/\r\n|[\r\n]/).map((line) => `> ${line}`);
}
