import createClient from "openapi-fetch";
import { apiKey, print } from "./answers.ts";
import { servers } from "./openapi.json";
import type { paths } from "./openapi-typescript/schema.ts";

const api = createClient<paths>({ baseUrl: servers[0]?.url ?? "", headers: { "X-API-Key": apiKey } });

/** The data of an answer. @throws the problem that was returned instead */
async function dataOf<Data>(call: Promise<{ data?: Data; error?: { detail: string } }>): Promise<Data> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(error?.detail);
  return data;
}

const path = { city: "Los Angeles" };
const county = { name: "Orange County" };
const city = await dataOf(api.GET("/v1/safety/{city}", { params: { path } }));
const batch = await dataOf(api.POST("/v1/safety/batch", { body: { cities: ["Irvine", "Atlantis"] } }));
const explanation = await dataOf(api.GET("/v1/explain/{city}", { params: { path } }));
const history = await dataOf(api.GET("/v1/history/{city}", { params: { path } }));
const places = await dataOf(
  api.GET("/v1/places", { params: { query: { county: "Orange", kind: "city", sort: "-score", limit: 5 } } }),
);
const zip = await dataOf(api.GET("/v1/locate", { params: { query: { zip: "92618" } } }));

print(
  {
    city,
    absentCity: await dataOf(api.GET("/v1/safety/{city}", { params: { path: { city: "Atlantis" } } })),
    county: await dataOf(api.GET("/v1/safety/county/{name}", { params: { path: county } })),
    batch,
    statistics: await dataOf(api.GET("/v1/stats")),
    explanation,
    countyExplanation: await dataOf(api.GET("/v1/explain/county/{name}", { params: { path: county } })),
    history,
    countyHistory: await dataOf(api.GET("/v1/history/county/{name}", { params: { path: county } })),
    places,
    zip,
    point: await dataOf(api.GET("/v1/locate", { params: { query: { lat: 33.6846, lon: -117.8265 } } })),
  },
  {
    grade: city.found ? city.data.grade : undefined,
    batchGrades: batch.results.map((item) => (item.found ? item.data.grade : undefined)),
    score: explanation.found ? explanation.data.safety_score : undefined,
    years: history.found ? history.data.years.length : undefined,
    firstPlace: places.places[0]?.name,
    candidates: zip.found ? zip.data.candidates.map((candidate) => candidate.county) : undefined,
  },
);
