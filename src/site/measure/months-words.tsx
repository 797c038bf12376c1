/** @jsxImportSource hono/jsx */
import { capitalized } from "../../base/capitalized.ts";
import { dayText } from "../../base/window.ts";
import { isComparedMonths, type Provisional } from "../../domain/nation-months.ts";
import { OFFENSE_GROUPS, OFFENSES, type OffenseGroup, offensesIn } from "../../domain/offense.ts";
import { number } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { type MonthsView, yearCount } from "./months-data.ts";

/** `violent crime fell 9%, property crime 3%`. */
export function changesText(view: MonthsView): string {
  const { provisional, dataYear } = view;
  if (provisional === null)
    return view.kept === null ? "reported, but not comparable" : `not compared with ${dataYear}`;
  const moves = OFFENSE_GROUPS.flatMap((group) => {
    const change = provisional[group]?.change ?? null;
    return change === null ? [] : [{ group, percent: Math.round(100 * change) }];
  });
  if (moves.length === 0) return "too few offenses for a change in percent";
  return moves
    .map(({ group, percent }, index) => {
      const verb = verbOf(percent);
      const before = moves[index - 1];
      const isSame = before !== undefined && verbOf(before.percent) === verb;
      if (percent === 0) return `${group} crime stayed the same`;
      return `${group} crime ${isSame ? "" : `${verb} `}${Math.abs(percent)}%`;
    })
    .join(", ");
}

function verbOf(percent: number): string {
  return percent > 0 ? "rose" : "fell";
}

/** What the counts were, whether the change is more than chance, and what it means for the grade. */
export function MonthsWords(view: MonthsView) {
  const { provisional, nation, dataYear, kept } = view;
  const stays =
    kept === "figures" ? `The figures are still those of ${dataYear}.` : `The grade is still that of ${dataYear}.`;
  if (!isComparedMonths(nation)) {
    return (
      <p>
        Months after {dataYear} are compared with it once the year is complete. {kept === null ? "" : stays}
      </p>
    );
  }
  if (provisional !== null) {
    return (
      <p>
        {comparedText(view)} <b>{verdictText(view)}</b> The nation’s counts{" "}
        {nationText(nation.violentChange, nation.propertyChange)}. {stays}
      </p>
    );
  }
  const counts = OFFENSE_GROUPS.map((group) => ({ group, count: yearCount(view, group) }));
  const known = counts.flatMap(({ group, count }) => (count === null ? [] : [`${number(count)} ${group}`]));
  const sums = known.length === 0 ? "" : `${known.join(" and ")} offenses were reported for ${nation.year}. `;
  return (
    <p>
      {sums}
      {kept === null ? (
        `We have not checked that they are complete, and without a grade for ${dataYear} there is nothing to compare them with.`
      ) : (
        <>
          The months failed one of our <a href={URLS.methodology}>checks</a> for missing reports, or cover an area with
          different residents, so they are not compared with {dataYear}. {stays}
        </>
      )}
    </p>
  );
}

/** `As reported by May 15, 2026, violent offenses went from 4,597 in 2024 to 4,206 in 2025, property offenses from 31,920 to 30,820.` */
function comparedText({ provisional, months, before, nation, dataYear }: MonthsView): string {
  const compared = OFFENSE_GROUPS.flatMap((group) => {
    const [from, to] = [before[group], provisional?.[group]?.offenses];
    return from === null || to === undefined ? [] : [{ group, from: number(from), to: number(to) }];
  });
  const counts = compared
    .map(({ group, from, to }, index) =>
      index === 0
        ? `As reported by ${dayText(Date.parse(nation.asOf))}, ${group} offenses went from ${from} in ${dataYear} to ${to} in ${nation.year}`
        : `${group} offenses from ${from} to ${to}`,
    )
    .join(", ");
  const left = OFFENSE_GROUPS.filter((group) => compared.every((one) => one.group !== group)).map((group) => {
    const lacking = offensesIn(group).find((offense) => months.offenses[offense].every((count) => count === null));
    const why = lacking
      ? `the months lack ${OFFENSES[lacking].name.toLowerCase()}`
      : `reports of a class are missing in ${dataYear}`;
    return ` ${capitalized(group)} offenses are not compared: ${why}.`;
  });
  return (counts === "" ? "" : `${counts}.`) + left.join("");
}

/** Whether each change is more than chance, and than what a place of this size usually moves. */
function verdictText({ provisional }: MonthsView): string {
  const verdicts = OFFENSE_GROUPS.flatMap((group) => {
    const found = provisional?.[group];
    return found ? [{ group, text: verdictOfChange(found) }] : [];
  });
  const [first, second] = verdicts;
  if (first === undefined) return "";
  if (second?.text === first.text) return `Both changes are ${first.text}.`;
  return `${verdicts.map(({ group, text }) => `The ${group} change is ${text}`).join(". ")}.`;
}

/** `more than chance, but no more than usual for its size` */
export function verdictOfChange({ exceedsChance, exceedsUsual }: NonNullable<Provisional[OffenseGroup]>): string {
  return VERDICTS[`${exceedsChance}-${exceedsUsual}`];
}

/** By whether a change exceeds chance, and then whether it exceeds a usual year against the nation. */
const VERDICTS = {
  "false-false": "no more than chance",
  "false-true": "no more than chance, but unlike the nation’s",
  "true-false": "more than chance, but no more than usual for its size",
  "true-true": "more than chance and than usual for its size",
} as const;

/** `fell 9.3% (violent) and 12.4% (property)`. */
function nationText(violent: number, property: number): string {
  const [first, second] = [violent, property].map((percent) => (percent < 0 ? "fell" : "rose"));
  const percent = (value: number) => `${Math.abs(value)}%`;
  return `${first} ${percent(violent)} (violent) and ${first === second ? "" : `${second} `}${percent(property)} (property)`;
}
