const headers = new Headers({
  "Content-Type": "application/json",
  "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT",
  "Cache-Control": "private, max-age=300",
  Vary: "X-API-Key",
  "X-Content-Type-Options": "nosniff",
  "X-Request-Id": "00000000-0000-4000-8000-000000000000",
  "RateLimit-Policy": '"month";q=1000000000',
  "X-RateLimit-Limit": "1000000000",
  "X-RateLimit-Reset": "1796083200",
  RateLimit: '"month";r=999999999;t=779475',
  "X-RateLimit-Remaining": "999999999",
  ETag: '"0000000000000000000000"',
});

/** An answer with as many headers as those of the service, of the same size, and with a random id, one turn of the event loop later. */
export function floorAnswer(body: string): Promise<Response> {
  return new Promise((resolve) => {
    setImmediate(() => {
      headers.set("X-Request-Id", crypto.randomUUID());
      resolve(new Response(body, { headers }));
    });
  });
}
