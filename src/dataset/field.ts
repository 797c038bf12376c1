import { z } from "zod";
import { LAND_BOX } from "../domain/california.ts";

/** How the fields of a CSV file are read. A message continues the field's text: `"12x" is not a whole number`. */

/** Text with runs of white space collapsed, as `readTable` passes it. */
export const text = z.string();
export const nonEmpty = text.min(1, "is empty");
export const optionalText = text.transform((value) => (value === "" ? null : value));

function numeric(pattern: RegExp, message: string) {
  return text.regex(pattern, message).transform(Number);
}

/** A larger count is a shifted column: more offenses or people than the state could have. */
export const count = numeric(/^\d{1,9}$/, "is not a whole number of 0 or more, in plain digits");
/** May be slightly negative: the Department of Justice withdraws offenses of an earlier year. */
export const correctedCount = numeric(/^(-\d{1,3}|\d{1,9})$/, "is not a whole number, in plain digits");
/** With or without thousands separators; null for an empty field. */
export const separatedCount = text
  .regex(/^(\d{1,3}(,\d{3}){0,2}|\d{1,9})?$/, "is not a whole number of 0 or more")
  .transform((value) => (value === "" ? null : Number(value.replaceAll(",", ""))));
/** An area in square meters. */
export const area = numeric(/^\d{1,15}$/, "is not a whole number of 0 or more");
export const year = numeric(/^(19[89]\d|20\d\d)$/, "is not a year from 1980 to 2099");
export const optionalYear = z.preprocess((value) => (value === "" ? null : value), year.nullable());
export const day = z.iso.date("is not a day of the form YYYY-MM-DD");

/** A decimal number such as `+34.5809017` within bounds. */
export function decimal(min: number, max: number) {
  const message = `is not a number from ${min} to ${max}`;
  return numeric(/^[+-]?\d{1,6}(\.\d{1,12})?$/, message).pipe(z.number().min(min, message).max(max, message));
}

/** Degrees north and east within the state. */
export const latitude = decimal(LAND_BOX.south, LAND_BOX.north);
export const longitude = decimal(LAND_BOX.west, LAND_BOX.east);

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, `is none of ${words.join(", ")}`);
}

/** Text of a file in a message: in quotes, and short. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
