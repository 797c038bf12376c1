import { number } from "../ui/number.ts";

/** How many of several places score better: `9 of 12 cities score better than California’s average`. */
export function betterText(
  better: number,
  all: number,
  [one, many]: readonly [one: string, many: string],
  yardstick: string,
): string {
  if (all === 1) return `The only ${one} ${better === 1 ? "scores" : "does not score"} better than ${yardstick}`;
  const verb = better === 1 || better === 0 ? "scores" : "score";
  const which = better === 0 ? "None of" : better === all ? "All" : `${number(better)} of`;
  return `${which} ${number(all)} ${many} ${verb} better than ${yardstick}`;
}
