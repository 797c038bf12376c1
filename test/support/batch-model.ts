import type { Places } from "../../src/places/places.ts";

/** The answer to a batch (contract 2.3), made without prepared items. */
export function modelAnswer(names: readonly string[], places: Places): string {
  const results = names.map((city) => {
    const record = places.city(city)?.entry.record;
    if (record === undefined) return { city, found: false, data: null };
    const { safety_score, grade, grade_label, crime_rate_per_1k } = record;
    return { city, found: true, data: { safety_score, grade, grade_label, crime_rate_per_1k } };
  });
  return JSON.stringify({ results });
}
