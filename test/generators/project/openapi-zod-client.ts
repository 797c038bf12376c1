import { apiKey, print } from "./answers.ts";
import { servers } from "./openapi.json";
import { createApiClient } from "./zodios/client.ts";

const api = createApiClient(servers[0]?.url ?? "", { axiosConfig: { headers: { "X-API-Key": apiKey } } });

const params = { city: "Los Angeles" };
const county = { name: "Orange County" };
const city = await api.getCity({ params });
const batch = await api.lookUpBatch({ cities: ["Irvine", "Atlantis"] });
const explanation = await api.explainCity({ params });
const history = await api.getHistory({ params });
const places = await api.findPlaces({ queries: { county: "Orange", kind: "city", sort: "-score", limit: 5 } });
const zip = await api.locate({ queries: { zip: "92618" } });

// Its types have no constants, so `found` does not determine the type of `data`.
print(
  {
    city,
    absentCity: await api.getCity({ params: { city: "Atlantis" } }),
    county: await api.getCounty({ params: county }),
    batch,
    statistics: await api.getStatistics(),
    explanation,
    countyExplanation: await api.explainCounty({ params: county }),
    history,
    countyHistory: await api.getCountyHistory({ params: county }),
    places,
    zip,
    point: await api.locate({ queries: { lat: 33.6846, lon: -117.8265 } }),
  },
  {
    grade: city.data?.grade,
    batchGrades: batch.results.map((item) => item.data?.grade),
    score: explanation.data?.safety_score,
    years: history.data?.years.length,
    firstPlace: places.places[0]?.name,
    candidates: zip.data?.candidates.map((candidate) => candidate.county),
  },
);
