// The reference: plain node:http with a constant JSON answer. Arguments: port, bytes of the body.
import { createServer } from "node:http";

const [port, bytes] = process.argv.slice(2).map(Number);
const body = JSON.stringify({ constant: "" }).replace('""', `"${"x".repeat(bytes - 15)}"`);

createServer((_request, response) => {
  response.setHeader("Content-Type", "application/json");
  response.end(body);
}).listen(port, "127.0.0.1");
