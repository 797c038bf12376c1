import type { Typed } from "../base/text.ts";

const NUMBER = String.raw`([+−–-]?\d{1,3}(?:\.\d{1,20})?) ?°? ?`;
const PAIR = new RegExp(`^[([]?${NUMBER}([NS])?(?: ?[,;] ?| )${NUMBER}([EW])?[)\\]]?$`, "i");

/** "N 41.88, W 87.63": the directions first. */
const DIRECTIONS_FIRST = /^([NS]) ?([\d.]+) ?°?[ ,;]+([EW]) ?([\d.]+) ?°?$/i;

/** A pair of numbers that was typed as a name: "34.05, -118.24", "34.05° N, 118.24° W". They may be out of range. */
export function typedPoint(text: Typed): { readonly latitude: number; readonly longitude: number } | null {
  const [, north, northOrSouth = "", east, eastOrWest = ""] =
    PAIR.exec(text.trim().replace(/\s+/g, " ").replace(DIRECTIONS_FIRST, "$2 $1, $4 $3")) ?? [];
  if (north === undefined || east === undefined) return null;
  return { latitude: degrees(north, northOrSouth), longitude: degrees(east, eastOrWest) };
}

function degrees(number: string, direction: string): number {
  const value = Number(number.replace(/^[−–]/, "-"));
  return /[sw]/i.test(direction) ? -Math.abs(value) : value;
}
