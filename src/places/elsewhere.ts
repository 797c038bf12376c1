export const PLACES_ELSEWHERE: ReadonlySet<string> = new Set(["reno", "portland", "watts"]);
