// Hono on Node with rate-limiter-flexible: a query for the key, and its limiter's upsert for the count, in PostgreSQL.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { digestOf, QUOTA, readFixture } from "./fixture.mjs";

const { port, database, digests, records } = readFixture();

const pool = new pg.Pool({ connectionString: database });
await pool.query(`CREATE TABLE api_keys (
  id INT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, digest TEXT NOT NULL UNIQUE, revoked_at BIGINT
)`);
await pool.query("INSERT INTO api_keys (digest) SELECT unnest($1::text[])", [digests]);
const limiter = await new Promise((resolve, reject) => {
  const made = new RateLimiterPostgres(
    { storeClient: pool, tableName: "limits", points: QUOTA, duration: 30 * 86_400 },
    (error) => (error ? reject(error) : resolve(made)),
  );
});

const app = new Hono();
app.get("/v1/safety/:city", async (context) => {
  const digest = digestOf(context.req.header("x-api-key") ?? "");
  const key = await pool.query("SELECT id FROM api_keys WHERE digest = $1 AND revoked_at IS NULL", [digest]);
  if (key.rowCount === 0) return context.json({ error: "forbidden" }, 403);
  try {
    const { remainingPoints } = await limiter.consume(key.rows[0].id);
    context.header("X-RateLimit-Remaining", String(remainingPoints));
  } catch {
    return context.json({ error: "quota used up" }, 429);
  }
  const data = records.get(context.req.param("city")) ?? null;
  return context.json({ found: data !== null, data });
});
serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });
