// Express with better-auth's API-key plugin: it verifies the key and counts the request on the key's row, in SQLite.
import { apiKey } from "@better-auth/api-key";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import Database from "better-sqlite3";
import express from "express";
import { QUOTA, readFixture, recordsByCity } from "./fixture.mjs";

const { port, database, keys, cities } = readFixture();
const records = recordsByCity(cities);

const db = new Database(database);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = NORMAL");
let next = 0;
const options = {
  database: db,
  secret: "a secret of the benchmark, which guards nothing",
  baseURL: `http://127.0.0.1:${port}`,
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  plugins: [
    apiKey({
      customKeyGenerator: () => keys[next++],
      rateLimit: { enabled: true, maxRequests: QUOTA, timeWindow: 86_400_000 },
    }),
  ],
};
await (await getMigrations(options)).runMigrations();
const auth = betterAuth(options);
const { user } = await auth.api.signUpEmail({
  body: { name: "Bench", email: "bench@example.com", password: "a long password of the benchmark" },
});
while (next < keys.length) await auth.api.createApiKey({ body: { userId: user.id, name: `key ${next}` } });

const app = express();
app.get("/v1/safety/:city", async (request, response) => {
  const { valid } = await auth.api.verifyApiKey({ body: { key: request.get("x-api-key") ?? "" } });
  if (!valid) return response.status(403).json({ error: "forbidden" });
  const data = records.get(request.params.city.replaceAll("+", " ")) ?? null;
  return response.json({ found: data !== null, data });
});
app.listen(port, "127.0.0.1");
