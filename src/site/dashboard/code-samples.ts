/** A request on one line that works as printed. */
export function curlLine(baseUrl: string, key = "YOUR_API_KEY"): string {
  return `curl -H 'X-API-Key: ${key}' ${baseUrl}/v1/safety/Irvine`;
}
