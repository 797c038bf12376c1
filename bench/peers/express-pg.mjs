// Express and PostgreSQL as in tutorials: one query each for the key, the count, and the city.
import express from "express";
import pg from "pg";
import { digestOf, QUOTA, readFixture } from "./fixture.mjs";

const { port, database, digests, cities } = readFixture();
const pool = new pg.Pool({ connectionString: database });
await pool.query(`CREATE TABLE api_keys (
  id INT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, digest TEXT NOT NULL UNIQUE, used BIGINT NOT NULL, quota BIGINT NOT NULL
)`);
await pool.query("CREATE TABLE cities (name TEXT PRIMARY KEY, record JSON NOT NULL)");
await pool.query("INSERT INTO api_keys (digest, used, quota) SELECT unnest($1::text[]), 0, $2", [digests, QUOTA]);
for (const record of cities) {
  await pool.query("INSERT INTO cities (name, record) VALUES ($1, $2)", [record.city, record]);
}

const app = express();
app.get("/v1/safety/:city", async (request, response) => {
  const key = await pool.query("SELECT id FROM api_keys WHERE digest = $1", [digestOf(request.get("x-api-key") ?? "")]);
  if (key.rowCount === 0) return response.status(403).json({ error: "forbidden" });
  const counted = await pool.query("UPDATE api_keys SET used = used + 1 WHERE id = $1 AND used < quota", [
    key.rows[0].id,
  ]);
  if (counted.rowCount === 0) return response.status(429).json({ error: "quota used up" });
  const city = await pool.query("SELECT record FROM cities WHERE name = $1", [request.params.city]);
  const data = city.rows[0]?.record ?? null;
  return response.json({ found: data !== null, data });
});
app.listen(port, "127.0.0.1");
