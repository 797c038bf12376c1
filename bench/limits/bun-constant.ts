// The minimum for the runtime: a constant JSON answer. Arguments: port, bytes of the body.
const [port, bytes] = process.argv.slice(2).map(Number);
const body = JSON.stringify({ constant: "" }).replace('""', `"${"x".repeat((bytes ?? 0) - 15)}"`);

Bun.serve({
  hostname: "127.0.0.1",
  port: port ?? 0,
  development: false,
  fetch: () => new Response(body, { headers: { "Content-Type": "application/json" } }),
});
