// Fastify, its rate-limit plugin for bursts (counted in memory), and one statement per request that checks the key and
// counts it against its quota, committed in SQLite (WAL, synchronous=NORMAL). MiniSearch finds misspelled names.
import rateLimit from "@fastify/rate-limit";
import Database from "better-sqlite3";
import createFastify from "fastify";
import MiniSearch from "minisearch";
import { digestOf, QUOTA, readFixture } from "./fixture.mjs";

const { port, database, digests, records, places } = readFixture();

const db = new Database(database);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = NORMAL");
db.exec(`CREATE TABLE api_keys (
  digest TEXT PRIMARY KEY, used INTEGER NOT NULL, quota INTEGER NOT NULL, revoked_at INTEGER
) WITHOUT ROWID`);
const insert = db.prepare("INSERT INTO api_keys (digest, used, quota) VALUES (?, 0, ?)");
db.transaction(() => {
  for (const digest of digests) insert.run(digest, QUOTA);
})();
const count = db.prepare(
  "UPDATE api_keys SET used = used + 1 WHERE digest = ? AND revoked_at IS NULL AND used < quota RETURNING used, quota",
);

const search = new MiniSearch({ fields: ["name"], searchOptions: { prefix: true, fuzzy: 0.2 } });
search.addAll(places.map(({ name }, id) => ({ id, name })));

const fastify = createFastify();
await fastify.register(rateLimit, {
  max: QUOTA,
  timeWindow: 1_000,
  keyGenerator: (request) => request.headers["x-api-key"] ?? "",
});
fastify.addHook("onRequest", async (request, reply) => {
  const counted = count.get(digestOf(request.headers["x-api-key"]));
  if (!counted) return reply.code(403).send({ error: "forbidden" });
  reply.header("X-RateLimit-Remaining", counted.quota - counted.used);
});
fastify.get("/v1/safety/:city", (request, reply) => reply.send(lookUp(request.params.city)));
fastify.post("/v1/safety/batch", (request, reply) => reply.send({ results: request.body.cities.map(batchItem) }));
fastify.get("/v1/places", ({ query: { q, limit = 20 } }, reply) => {
  const found = search.search(q).map(({ id }) => places[id]);
  return reply.send({ places: found.slice(0, Number(limit)), total: found.length, next: null });
});
await fastify.listen({ port, host: "127.0.0.1" });

function batchItem(city) {
  const { found, data } = lookUp(city);
  if (!found) return { city, found, data };
  const { safety_score, grade, grade_label, crime_rate_per_1k } = data;
  return { city, found, data: { safety_score, grade, grade_label, crime_rate_per_1k } };
}

function lookUp(name) {
  const data = records.get(name) ?? null;
  return { found: data !== null, data };
}
