import { stringify } from "csv-stringify/sync";
import type { PlacesPage } from "../domain/place.ts";
import type { PlacesQuery } from "../domain/place-query.ts";
import type { PrebuiltAnswer } from "../places/dataset-answers.ts";
import type { Places } from "../places/places.ts";

const PLACE = ["kind", "name", "county", "within", "status", "reason", "latitude", "longitude", "match", "distance_km"];
const FIGURES = [
  "safety_score",
  "grade",
  "grade_label",
  "crime_rate_per_1k",
  "violent_rate_per_1k",
  "property_rate_per_1k",
  "population",
  "data_year",
];
const COLUMNS = [...PLACE, ...FIGURES.map((header) => ({ key: `data.${header}`, header }))];

/** A page of places as CSV. The next page is in the header `Link` (RFC 8288), relative to the request's URL. */
export function placesTable(dataset: Places, { places, next }: PlacesPage, query: PlacesQuery): PrebuiltAnswer {
  const { near, ...others } = query;
  const point = near === undefined ? {} : { near: `${near.latitude},${near.longitude}` };
  const parameters = Object.entries({ ...others, ...point, format: "csv", cursor: next ?? "" });
  const search = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, String(value)]));
  return dataset.file(stringify([...places], { header: true, columns: COLUMNS, escape_formulas: true }), {
    "Content-Type": "text/csv; charset=utf-8",
    ...(next === null ? {} : { Link: `<?${search}>; rel="next"` }),
  });
}
