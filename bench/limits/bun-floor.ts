// The minimum for the service on its runtime: the same answer to every request. Arguments: port, body.
import { floorAnswer } from "./floor-answer.ts";

const [port, body = ""] = process.argv.slice(2);

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  development: false,
  fetch: () => floorAnswer(body),
});
