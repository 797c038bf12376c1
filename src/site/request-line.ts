const STARTS = { city: "/v1/safety/", county: "/v1/safety/county/", explain: "/v1/explain/" } as const;

/** The path of a look-up as the documents write it, spaces as `+` (contract 4.1). */
export function lookUpPath(kind: keyof typeof STARTS, name: string): string {
  return STARTS[kind] + encodeURIComponent(name).replaceAll("%20", "+");
}
