/** @jsxImportSource hono/jsx */
import { hasMonths, type PlaceMonths, type Provisional } from "../../domain/nation-months.ts";
import { OFFENSE_GROUPS } from "../../domain/offense.ts";
import type { FileColumn } from "../ui/columns.ts";
import { signed } from "../ui/number.ts";
import type { TableColumn } from "../ui/table.tsx";

/** What the months after the data year say of a place: the year that they make, or why there is none. */
export type SoFar = Provisional | "not compared" | "no months";

export function soFarOf(months: PlaceMonths | null, provisional: Provisional | null): SoFar {
  return provisional ?? (months !== null && hasMonths(months) ? "not compared" : "no months");
}

export function isCompared(soFar: SoFar | undefined): soFar is Provisional {
  return typeof soFar === "object";
}

type Change = NonNullable<Provisional["violent"]>;

/** `−9%`; `too few` where a change in percent would say little. */
export function changeText({ change }: Change): string {
  return change === null ? "too few" : `${signed(Math.round(100 * change))}%`;
}

/** Whether neither chance nor a usual year explains it. */
export function isUnusual({ exceedsChance, exceedsUsual }: Change): boolean {
  return exceedsChance && exceedsUsual;
}

/** That figures may still change. */
export function ProvisionalChip() {
  return <span class="chip">provisional</span>;
}

/** The changes of both groups, one below the other; on a phone with the year, in one line. */
export function soFarColumn<Row extends { readonly soFar?: SoFar }>(year: number): TableColumn<Row> {
  return {
    heading: `${year} so far`,
    mark: <ProvisionalChip />,
    class: "words so-far",
    cell({ soFar }) {
      if (!isCompared(soFar)) return soFar === "not compared" ? <NotCompared year={year} /> : "–";
      return (
        <>
          <span class="brief">{year}: </span>
          {OFFENSE_GROUPS.map((group, index) => {
            const found = soFar[group];
            const end = index === 0 ? <span class="brief">,</span> : null;
            return found === null ? (
              <span class="muted">
                {group} –{end}{" "}
              </span>
            ) : (
              <span class={isUnusual(found) ? "unusual" : "muted"}>
                {group} {changeText(found)}
                {end}{" "}
              </span>
            );
          })}
        </>
      );
    },
  };
}

function NotCompared({ year }: { readonly year: number }) {
  return (
    <span class="muted">
      <span class="brief">{year}: </span>not compared
    </span>
  );
}

/** The same in a file, with the names of the downloads. */
export function soFarColumns<Row>(soFarOfRow: (row: Row) => SoFar | undefined): readonly FileColumn<Row>[] {
  const found = (row: Row) => {
    const soFar = soFarOfRow(row);
    return isCompared(soFar) ? soFar : null;
  };
  return [
    {
      key: "provisional",
      value(row) {
        const soFar = soFarOfRow(row);
        return isCompared(soFar) ? "compared" : (soFar ?? null);
      },
    },
    { key: "provisional_year", value: (row) => found(row)?.year ?? null },
    ...OFFENSE_GROUPS.flatMap((group): readonly FileColumn<Row>[] => {
      const own = (row: Row) => found(row)?.[group] ?? null;
      const flag = (value: boolean | undefined) => (value === undefined ? null : String(value));
      const change = (row: Row) => own(row)?.change ?? null;
      return [
        { key: `${group}_provisional`, value: (row) => own(row)?.offenses ?? null },
        {
          key: `${group}_provisional_change`,
          value: (row) => {
            const share = change(row);
            return share === null ? null : Number((100 * share).toFixed(1));
          },
        },
        { key: `${group}_provisional_exceeds_chance`, value: (row) => flag(own(row)?.exceedsChance) },
        { key: `${group}_provisional_exceeds_usual`, value: (row) => flag(own(row)?.exceedsUsual) },
      ];
    }),
  ];
}
