// The search and location endpoints with common libraries: Fastify, a count in SQLite, MiniSearch for names with typing
// errors, Flatbush and Turf for points, and plain arrays for sorting and filtering.
import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import createFastify from "fastify";
import Flatbush from "flatbush";
import MiniSearch from "minisearch";
import { openCount } from "./count.mjs";
import { readFixture, recordsByCity } from "./fixture.mjs";

const { port, database, keys, ...fixture } = readFixture();
const count = openCount(database, keys);
const cities = recordsByCity(fixture.cities);
const counties = new Map(fixture.counties.map((record) => [record.county, record]));
const zips = new Map(fixture.zips.map((zip) => [zip.zip, zip]));
const placesByName = Map.groupBy ? Map.groupBy(fixture.places, ({ name }) => name) : grouped(fixture.places);
const findCity = areaFinder(fixture.boundaries.cities.features);
const findCounty = areaFinder(fixture.boundaries.counties.features);
const search = new MiniSearch({ fields: ["name"], searchOptions: { prefix: true, fuzzy: 0.2 } });
search.addAll(fixture.places.map(({ name }, id) => ({ id, name })));

const fastify = createFastify();
fastify.addHook("onRequest", async (request, reply) => {
  if (!count(request.headers["x-api-key"])) return reply.code(403).send({ error: "forbidden" });
});
fastify.get("/v1/history/:city", (request) => lookUp(fixture.histories, request.params.city));
fastify.get("/v1/explain/:city", (request) => lookUp(fixture.explanations, request.params.city));
fastify.get("/v1/locate", ({ query }) => {
  if (query.zip !== undefined) return located(query.zip, candidatesOfZip(query.zip));
  if (query.name !== undefined) return located(query.name, (placesByName.get(query.name) ?? []).map(candidateOf));
  const at = [Number(query.lon), Number(query.lat)];
  const [city = null, county = null] = [findCity(at), findCounty(at)];
  return located("point", county === null ? [] : [{ city, county, share: 1 }]);
});
fastify.get("/v1/places", ({ query }) => {
  const { q, kind, county, grade, sort = "name", limit = 20 } = query;
  const all = q === undefined ? fixture.places : search.search(q).map(({ id }) => fixture.places[id]);
  const wanted = all.filter(
    (place) =>
      (kind === undefined || place.kind === kind) &&
      (county === undefined || place.county === county) &&
      (grade === undefined || place.data?.grade[0] === grade),
  );
  const ordered = q === undefined ? wanted.toSorted(orderBy(sort)) : wanted;
  return { places: ordered.slice(0, Number(limit)), total: ordered.length, next: null };
});
await fastify.listen({ port, host: "127.0.0.1" });

function lookUp(values, name) {
  const data = values[name] ?? null;
  return { found: data !== null, data };
}

function located(name, candidates) {
  if (candidates.length === 0) return { found: false, data: null };
  const [{ city, county }] = candidates;
  const data = { matched: name, city: cities.get(city) ?? null, county: counties.get(county) ?? null, candidates };
  return { found: true, data };
}

function candidatesOfZip(zip) {
  return (zips.get(zip)?.shares ?? []).map(({ cityGeoid, county, share }) => ({
    city: fixture.geoids[cityGeoid] ?? null,
    county,
    share,
  }));
}

function candidateOf({ kind, name, county, within }) {
  return { city: kind === "city" ? name : within, county, share: 1 };
}

function areaFinder(features) {
  const index = new Flatbush(features.length);
  for (const { geometry } of features) {
    const points = (geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat()).flat();
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    index.add(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  }
  index.finish();
  return (at) => {
    const hit = index.search(at[0], at[1], at[0], at[1]).find((number) => booleanPointInPolygon(at, features[number]));
    return hit === undefined ? undefined : fixture.geoids[features[hit].id];
  };
}

function orderBy(sort) {
  const direction = sort.startsWith("-") ? -1 : 1;
  const key = { name: "name", score: "safety_score", population: "population", rate: "crime_rate_per_1k" }[
    sort.replace("-", "")
  ];
  const figureOf = (place) =>
    key === "name" ? place.name : (place.data?.[key ?? `${sort.replace("-", "")}_rate_per_1k`] ?? 0);
  return (a, b) => (figureOf(a) < figureOf(b) ? -1 : figureOf(a) > figureOf(b) ? 1 : 0) * direction;
}

function grouped(places) {
  const groups = new Map();
  for (const place of places) groups.set(place.name, [...(groups.get(place.name) ?? []), place]);
  return groups;
}
