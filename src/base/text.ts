/**
 * Text from outside has a length. What folds, normalizes, matches, hashes, or compares text takes one of these types, and
 * only this file makes them: its length is checked before anything reads it character by character.
 */

declare const bounded: unique symbol;
/** Text that was decoded once, is well-formed, and has at most `Most` characters (Unicode code points). */
export type Bounded<Most extends number> = string & { readonly [bounded]: Most };

/** Longest name and longest search in characters (Unicode code points), wherever one is taken (decisions 1). */
export const MAX_NAME_LENGTH = 100;

const tooLongDetail = (most: number) => `has more than ${most} characters`;
/** Of a name. */
export const TOO_LONG_DETAIL = tooLongDetail(MAX_NAME_LENGTH);

/** A name or a search, or text that was made of one. */
export type Typed = Bounded<typeof MAX_NAME_LENGTH>;

/** For a name that is missing. */
export const NO_TEXT: Typed = branded("");

/** Why a text is refused. `detail` follows the name of its parameter or field. */
export interface TextFault<Fault = "too_long"> {
  readonly fault: Fault;
  readonly detail: string;
}

/** Line ends and tabs are white space. */
const CONTROL_CHARACTER = /[^\P{Cc}\t-\r\u0085]/u;
/** A name without the others, as a pattern of JSON Schema, whose dialect has no character classes. */
export const NAME_PATTERN = "^[^\\x00-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]+$";

export const CONTROL_FAULT = { fault: "control_character", detail: "contains a control character" } as const;

/** Whether a text has a control character other than a line end or a tab. */
export function hasControlCharacter(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}

/** The text if it has at most `most` characters. Half a surrogate pair, which only JSON can have, becomes U+FFFD. */
export function atMost<Most extends number>(text: string, most: Most): Bounded<Most> | TextFault {
  if (isLonger(text, most)) return { fault: "too_long", detail: tooLongDetail(most) };
  return branded<Most>(text.toWellFormed());
}

/** A name or a search from outside, wherever it comes from, or why it is none. */
export function typed(text: string): Typed | TextFault<"too_long" | "control_character"> {
  const read = atMost(text, MAX_NAME_LENGTH);
  return typeof read === "string" && hasControlCharacter(read) ? CONTROL_FAULT : read;
}

/** More than this is not read of a field that is cut: the spaces around a text count, too. */
const MAX_READ = 10 * MAX_NAME_LENGTH;

/** A text that is cut to `MAX_NAME_LENGTH` characters, without control characters and spaces around it. */
export function cutText(text: string): Typed {
  const read = text.slice(0, MAX_READ).replace(/\p{Cc}+/gu, " ");
  return branded([...read.trim()].slice(0, MAX_NAME_LENGTH).join("").trim().toWellFormed());
}

/** A name of the product's own tables and files. @throws RangeError if it is too long: an error of the table */
export function ownText(text: string): Typed {
  const own = atMost(text, MAX_NAME_LENGTH);
  if (typeof own !== "string") throw new RangeError(`a name of our own ${own.detail}: ${text.slice(0, 100)}`);
  return own;
}

/** A character may fold to 18 (U+FDFA), and a county may follow a name. */
const MAX_MADE = 40 * MAX_NAME_LENGTH;

/** A text that was made of a bounded one: a part of it, or its folded form. @throws RangeError if it is not bounded */
export function madeOf(_source: Typed, text: string): Typed {
  if (text.length > MAX_MADE) throw new RangeError(`a text of ${text.length} letters was made of a bounded one`);
  return branded(text);
}

/** Whether a text has more than `MAX_NAME_LENGTH` characters. */
export function isTooLong(text: string): boolean {
  return isLonger(text, MAX_NAME_LENGTH);
}

/** A character takes one or two units of a string. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}

/** The only place where text becomes bounded: its callers have checked it. */
function branded<Most extends number>(text: string): Bounded<Most> {
  return text as Bounded<Most>;
}
