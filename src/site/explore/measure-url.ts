import { withQuery } from "../ui/urls.ts";
import type { Measure, Years } from "./measure.ts";

export interface MeasureState {
  readonly slugs: readonly string[];
  readonly measure: Pick<Measure, "key">;
  readonly isCounts: boolean;
  readonly years: Years;
  readonly all: Years;
  readonly isTable?: boolean;
}

/** The address is the state of a chart: what the URL has after its path. Defaults but the measure are left out. */
export function measureSearch({ slugs, measure, isCounts, years, all, isTable = false }: MeasureState): string {
  return withQuery("", {
    place: slugs,
    measure: measure.key,
    unit: isCounts ? "counts" : "",
    from: years.from === all.from ? "" : String(years.from),
    to: years.to === all.to ? "" : String(years.to),
    view: isTable ? "table" : "",
  });
}

export function measureUrl(slug: string, measure: string, path: string): string {
  return withQuery(path, { place: slug, measure });
}
