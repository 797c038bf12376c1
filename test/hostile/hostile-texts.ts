/** Texts that once took a reader more time than others of their length, or that some reader does not expect. */
export interface HostileText {
  readonly name: string;
  /** Repeated up to the length that a test asks for. */
  readonly piece: string;
  readonly start?: string;
  readonly end?: string;
}

/** As people write names, lists of them, and addresses. A door reads some of these in full, and refuses others at once. */
export const PLAIN_TEXTS: readonly HostileText[] = [
  { name: "a name", piece: "los angeles " },
  { name: "a list of names", piece: "los angeles," },
  { name: "an address", piece: "1 main st, los angeles, ca 90012 " },
];

/** As people and programs may send them in any encoding. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
  { name: "dots before a digit", start: "tx", piece: ".", end: "1" },
  { name: "dots before letters", piece: "..a" },
  { name: "alternating combining marks", piece: "\u0301\u0323" },
  { name: "marks after a letter", start: "a", piece: "\u0345\u0301\u0323" },
  { name: "compatibility ligatures", piece: "\ufdfa" },
  { name: "halfwidth marks", piece: "ﾞﾟ" },
  { name: "commas", start: "a", piece: ",", end: "b" },
  { name: "commas between letters", piece: "a, " },
  { name: "opening brackets", start: "a", piece: "([", end: "b" },
  { name: "spaces inside", start: "a", piece: " ", end: "b" },
  { name: "counties", piece: "county " },
  { name: "states at the end", start: "Austin", piece: ", TX" },
  { name: "short words", piece: "st " },
  { name: "kinds", piece: "town of " },
  { name: "digits", piece: "9" },
  { name: "numbers with points", piece: "1.1," },
  { name: "letters outside the basic plane", piece: "💥" },
  { name: "dotted and dotless letters", piece: "İıΣς" },
  { name: "NUL", piece: "\0" },
  { name: "line ends", piece: "\r\n" },
  { name: "lone surrogates", piece: "\ud800" },
  { name: "right-to-left overrides", piece: "\u202e" },
  { name: "percent signs", piece: "%" },
  { name: "quotes and backslashes", piece: "'\"\\" },
  { name: "path separators", piece: "../" },
  { name: "separators of a query", piece: "&;=" },
  { name: "email addresses", piece: "a@a." },
  { name: "an address", piece: "san 1, sánta (county) ca 94103-1234 " },
  { name: "no text", piece: "" },
];

/** Escapes that no text is encoded as. */
export const INVALID_ESCAPES = ["%ff", "%zz", "%", "%c0%80", "%ed%a0%80", "%E0%A4%A%"] as const;

/** The text in at most `most` units of `sizeOf`, by default of a string. */
export function textOf(
  { piece, start = "", end = "" }: HostileText,
  most: number,
  sizeOf = (text: string) => text.length,
): string {
  if (piece === "") return "";
  const repeats = Math.max(1, Math.floor((most - sizeOf(start) - sizeOf(end)) / sizeOf(piece)));
  return start + piece.repeat(repeats) + end;
}

/** In percent-encoding; half a surrogate pair cannot be encoded, and is replaced. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
