import type { Model } from "../../src/dataset/model.ts";
import type { CityYear, Panel, PanelYear } from "../../src/dataset/panel.ts";
import { threeYearsTo } from "./estimators.ts";

/** A year and the next one. */
export interface YearPair {
  readonly now: PanelYear<CityYear>;
  readonly next: PanelYear<CityYear>;
  /** `now` and the two years before, newest first; null if one is missing. */
  readonly three: Panel<CityYear> | null;
}

/** Neighboring years of the panel, none across a missing year. */
export function pairsOf({ panel }: Model<CityYear>): readonly YearPair[] {
  return panel.flatMap((now) => {
    const next = panel.find(({ year }) => year === now.year + 1);
    return next ? [{ now, next, three: threeYearsTo(panel, now.year) }] : [];
  });
}
