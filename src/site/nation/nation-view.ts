import type { NationPlaces } from "../../places/nation-places.ts";
import { type Address, type Dataset, datasetOf } from "../http/page.ts";

export interface NationView {
  readonly places: NationPlaces;
  readonly dataset: Dataset;
}

export function loadNation(at: Address): { readonly data: NationView } {
  return { data: { places: at.nation, dataset: { ...datasetOf(at), version: at.nation.version } } };
}
