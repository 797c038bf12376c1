// The minimum for the service on its runtime: the body of one of its answers with as many headers of the same size, one
// random id, one turn of the event loop later. Arguments: port, body.
const [port, body = ""] = process.argv.slice(2);
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

function answer(): Response {
  headers.set("X-Request-Id", crypto.randomUUID());
  return new Response(body, { headers });
}

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  development: false,
  fetch: () => new Promise<Response>((resolve) => setImmediate(() => resolve(answer()))),
});
