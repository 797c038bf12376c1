// The least that the service could do on its runtime: an answer with as many headers of the same size, a random id, and
// a body, one turn of the event loop later. It parses the body of a POST, checks no key, and counts nothing. Arguments:
// port, file with the body.
import { readFileSync } from "node:fs";

const [port, bodyFile = ""] = process.argv.slice(2);
const body = readFileSync(bodyFile, "utf8");
const headers = new Headers({
  "Content-Type": "application/json",
  "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT",
  "Cache-Control": "private, max-age=300",
  Vary: "X-API-Key",
  "X-Content-Type-Options": "nosniff",
  "RateLimit-Policy": '"month";q=1000000000',
  "X-RateLimit-Limit": "1000000000",
  "X-RateLimit-Reset": "1796083200",
  RateLimit: '"month";r=999999999;t=779475',
  "X-RateLimit-Remaining": "999999999",
  ETag: '"0000000000000000000000"',
});

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  development: false,
  fetch: (request) => (request.method === "POST" ? request.json().then(constant) : constant()),
});

function constant(): Promise<Response> {
  return new Promise((resolve) => {
    setImmediate(() => {
      headers.set("X-Request-Id", crypto.randomUUID());
      resolve(new Response(body, { headers }));
    });
  });
}
