// The common home-made stack, done well: Fastify, its rate-limit plugin for bursts (counted in memory), and one statement
// a request that checks the key and counts it against its quota, committed in SQLite (WAL, synchronous=NORMAL).
import rateLimit from "@fastify/rate-limit";
import Database from "better-sqlite3";
import createFastify from "fastify";
import { digestOf, QUOTA, readFixture, recordsByCity } from "./fixture.mjs";

const { port, database, keys, cities } = readFixture();
const records = recordsByCity(cities);

const db = new Database(database);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = NORMAL");
db.exec(`CREATE TABLE api_keys (
  digest TEXT PRIMARY KEY, used INTEGER NOT NULL, quota INTEGER NOT NULL, revoked_at INTEGER
) WITHOUT ROWID`);
const insert = db.prepare("INSERT INTO api_keys (digest, used, quota) VALUES (?, 0, ?)");
for (const key of keys) insert.run(digestOf(key), QUOTA);
const count = db.prepare(
  "UPDATE api_keys SET used = used + 1 WHERE digest = ? AND revoked_at IS NULL AND used < quota RETURNING used, quota",
);

const fastify = createFastify();
await fastify.register(rateLimit, {
  max: QUOTA,
  timeWindow: 1_000,
  keyGenerator: (request) => request.headers["x-api-key"] ?? "",
});
fastify.get("/v1/safety/:city", (request, reply) => {
  const counted = count.get(digestOf(request.headers["x-api-key"] ?? ""));
  if (!counted) return reply.code(403).send({ error: "forbidden" });
  const data = records.get(request.params.city.replaceAll("+", " ")) ?? null;
  return reply.header("X-RateLimit-Remaining", counted.quota - counted.used).send({ found: data !== null, data });
});
await fastify.listen({ port, host: "127.0.0.1" });
