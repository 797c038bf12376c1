import { LAND_BOX } from "../domain/california.ts";
import { fail } from "./fault.ts";

export interface Cell {
  readonly file: string;
  readonly line: number;
  readonly column: string;
  readonly text: string;
}

/** More offenses or people than the state could have: a shifted column, not a figure. */
const LARGEST_COUNT = 1_000_000_000;
const FIRST_YEAR = 1980;
const LAST_YEAR = 2100;

export function nonEmpty(cell: Cell): string {
  const text = cell.text.replace(/\s+/g, " ").trim();
  if (text === "") fail("value_malformed", cell, "the field is empty");
  return text;
}

/** A whole number of 0 or more, in plain digits. */
export function count(cell: Cell): number {
  const text = cell.text.trim();
  if (/^\d{1,3}(,\d{3})+$/.test(text)) {
    fail("value_malformed", cell, `${quote(text)} has thousands separators; the published file has plain digits`);
  }
  return plainCount(cell, text);
}

/** A whole number that may be slightly negative: the Department of Justice withdraws offenses of an earlier year. */
export function correctedCount(cell: Cell): number {
  const text = cell.text.trim();
  return /^-\d{1,3}$/.test(text) ? Number(text) : count(cell);
}

/** A whole number of 0 or more, with or without thousands separators; null for an empty field. */
export function separatedCount(cell: Cell): number | null {
  const text = cell.text.trim();
  if (text === "") return null;
  return plainCount(cell, /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(",", "") : text);
}

/** A whole number of 0 or more of up to 15 digits, such as an area in square meters. */
export function wholeNumber(cell: Cell): number {
  const text = cell.text.trim();
  if (!/^\d{1,15}$/.test(text)) {
    fail(
      "value_malformed",
      cell,
      text === "" ? "the field is empty" : `${quote(text)} is not a whole number of 0 or more`,
    );
  }
  return Number(text);
}

export function year(cell: Cell): number {
  const text = cell.text.trim();
  const value = Number(text);
  if (!/^\d{4}$/.test(text) || value < FIRST_YEAR || value > LAST_YEAR) {
    fail("year_wrong", cell, `${quote(text)} is not a year from ${FIRST_YEAR} to ${LAST_YEAR}`);
  }
  return value;
}

/** A decimal number such as `+34.5809017` within bounds. */
export function decimal(cell: Cell, min: number, max: number): number {
  const text = cell.text.trim();
  const value = Number(text);
  if (!/^[+-]?\d{1,6}(\.\d{1,12})?$/.test(text) || value < min || value > max) {
    fail("value_malformed", cell, `${quote(text)} is not a number from ${min} to ${max}`);
  }
  return value;
}

/** Degrees north within the state. */
export function latitude(cell: Cell): number {
  return decimal(cell, LAND_BOX.south, LAND_BOX.north);
}

/** Degrees east within the state, so negative. */
export function longitude(cell: Cell): number {
  return decimal(cell, LAND_BOX.west, LAND_BOX.east);
}

/** One of a fixed set of words. */
export function oneOf<const T extends string>(cell: Cell, words: readonly T[]): T {
  const word = words.find((candidate) => candidate === cell.text.trim());
  return word ?? fail("value_malformed", cell, `${quote(cell.text)} is none of ${words.join(", ")}`);
}

/** A day, `YYYY-MM-DD`. */
export function day(cell: Cell): string {
  const text = cell.text.trim();
  const date = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text)) {
    fail("value_malformed", cell, `${quote(text)} is not a day of the form YYYY-MM-DD`);
  }
  return text;
}

function plainCount(cell: Cell, text: string): number {
  const value = wholeNumber({ ...cell, text });
  if (value > LARGEST_COUNT) fail("value_malformed", cell, `${value} is more than there could be`);
  return value;
}

/** Text of a file in a message: in quotes, and short. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
