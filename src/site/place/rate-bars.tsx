/** @jsxImportSource hono/jsx */

import type { OffenseGroup } from "../../domain/offense.ts";
import type { PlaceRecord } from "../../domain/record.ts";
import type { Edition } from "../../editions/edition.ts";
import { letterText, Tile } from "../ui/grade.tsx";

interface RateOfGroup {
  readonly group: OffenseGroup;
  readonly rate: number;
  /** The yardstick's. */
  readonly benchmarkRate: number;
  /** null where a rate has no grade of its own. */
  readonly letter: PlaceRecord["grade"] | null;
  /** Its chart by year, if it has one. */
  readonly href?: string;
  readonly note?: string;
}

interface RateBarsProps {
  readonly rates: readonly RateOfGroup[];
  readonly yardstick: Edition;
}

const GROUP_TITLES = { violent: "Violent", property: "Property" } as const;

/** The share of the line that the longest bar takes; the rest is for its number, or for the yardstick's name. */
const FULL = { place: 84, state: 66 } as const;

/** Both rates on one scale of multiples, so that the yardstick is equally long in each. */
export function RateBars({ rates, yardstick }: RateBarsProps) {
  const rows = rates.map((row) => ({ ...row, multiple: row.rate / row.benchmarkRate }));
  const most = Math.max(1, ...rows.map(({ multiple }) => multiple));
  const full = Math.min(FULL.place, FULL.state * most);
  const length = (multiple: number) => `${((full * multiple) / most).toFixed(1)}%`;
  return (
    <div class="hero-bars">
      {rows.map(({ group, rate, benchmarkRate, multiple, letter, href, note = "" }) => (
        <section>
          <h2>
            {href === undefined ? (
              `${GROUP_TITLES[group]} per 1,000`
            ) : (
              <a href={href}>{GROUP_TITLES[group]} per 1,000</a>
            )}{" "}
            {letter === null ? null : <Tile letter={letter} />}
            <span class="multiple">
              <b>{multiple.toFixed(multiple < 0.95 ? 2 : 1)} ×</b> {yardstick.rate}
            </span>
          </h2>
          <svg class="bar-line against" aria-hidden="true">
            <rect class="ink" width={length(multiple)} height="20" rx="2" />
            <text class="bar-value" x={length(multiple)} dx="8" y="15">
              {rate.toFixed(1)}
            </text>
            <rect class="pale" width={length(1)} y="23" height="10" rx="1" />
            <text x={length(1)} dx="8" y="33">
              {benchmarkRate.toFixed(1)} {yardstick.shortTitle}
            </text>
          </svg>
          <span class="visually-hidden">
            {rate.toFixed(1)} {group} offenses per 1,000 residents
            {letter === null ? "" : `, grade ${letterText(letter)}`}; {yardstick.title} {benchmarkRate.toFixed(1)}
          </span>
          {note === "" ? null : <p class="small muted">{note}</p>}
        </section>
      ))}
    </div>
  );
}
