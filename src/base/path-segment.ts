/** A name in the path of a URL, with `+` for spaces (contract 4.1). */
export function pathSegment(name: string): string {
  return encodeURIComponent(name).replaceAll("%20", "+");
}
