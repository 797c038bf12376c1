import { URLS } from "../ui/urls.ts";
import type { Measure, Years } from "./measure.ts";

export interface MeasureState {
  /** Of the places. */
  readonly slugs: readonly string[];
  readonly measure: Pick<Measure, "key">;
  readonly isCounts: boolean;
  readonly years: Years;
  /** All years that there are. */
  readonly all: Years;
  readonly isTable?: boolean;
}

/** The address is the state of a chart: what the URL has after its path. Defaults but the measure are left out. */
export function measureSearch({ slugs, measure, isCounts, years, all, isTable = false }: MeasureState): string {
  return `?${new URLSearchParams([
    ...slugs.map((slug): [string, string] => ["place", slug]),
    ["measure", measure.key],
    ...pairsIf(isCounts, "unit", "counts"),
    ...pairsIf(years.from !== all.from, "from", String(years.from)),
    ...pairsIf(years.to !== all.to, "to", String(years.to)),
    ...pairsIf(isTable, "view", "table"),
  ])}`;
}

function pairsIf(condition: boolean, name: string, value: string): readonly [string, string][] {
  return condition ? [[name, value]] : [];
}

/** The chart of one measure of a place in all years. */
export function measureUrl(slug: string, measure: string, path: string = URLS.chart): string {
  return `${path}?${new URLSearchParams({ place: slug, measure })}`;
}
