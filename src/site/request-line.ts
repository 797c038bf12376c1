/** The path of a look-up as the documents write it, spaces as `+` (interface 4.1). */
export function lookUpPath(kind: "city" | "county", name: string): string {
  return `/v1/safety/${kind === "county" ? "county/" : ""}${encodeURIComponent(name).replaceAll("%20", "+")}`;
}
