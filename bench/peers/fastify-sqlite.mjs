// The common self-built stack, done well: Fastify, its rate-limit plugin for bursts (counted in memory), and one
// statement per request that checks the key and counts it against its quota, committed in SQLite (WAL,
// synchronous=NORMAL).
import rateLimit from "@fastify/rate-limit";
import createFastify from "fastify";
import { openCount } from "./count.mjs";
import { QUOTA, readFixture, recordsByCity } from "./fixture.mjs";

const { port, database, keys, cities } = readFixture();
const records = recordsByCity(cities);
const count = openCount(database, keys);

const fastify = createFastify();
await fastify.register(rateLimit, {
  max: QUOTA,
  timeWindow: 1_000,
  keyGenerator: (request) => request.headers["x-api-key"] ?? "",
});
fastify.get("/v1/safety/:city", (request, reply) => {
  const counted = count(request.headers["x-api-key"]);
  if (!counted) return reply.code(403).send({ error: "forbidden" });
  const data = records.get(request.params.city.replaceAll("+", " ")) ?? null;
  return reply.header("X-RateLimit-Remaining", counted.quota - counted.used).send({ found: data !== null, data });
});
await fastify.listen({ port, host: "127.0.0.1" });
