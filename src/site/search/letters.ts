import { madeOf, type Typed } from "../../base/text.ts";

/** "L.A.", "N.Y.C." */
const LETTERS = /^(?:[a-z]\.){2,}$/i;

/** A typed text, without the periods of initials. */
export function lettersIn(asked: Typed): { readonly q: Typed; readonly isLetters: boolean } {
  const isLetters = LETTERS.test(asked.trim());
  return { q: isLetters ? madeOf(asked, asked.replaceAll(".", "")) : asked, isLetters };
}
