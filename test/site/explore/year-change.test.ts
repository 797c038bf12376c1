import { expect, test } from "bun:test";
import { yearChange } from "../../../src/domain/year-change.ts";
import { releasedPlaces } from "../../support/server.ts";
import { servePages } from "../../support/site-pages.ts";

const pages = servePages();
const textOf = async (path: string) =>
  (await (await pages.request(path)).text()).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

test("a place first says how its score differs from last year's, and then by offense", async () => {
  const oakland = releasedPlaces.city("Oakland")?.entry;
  const change = oakland && yearChange(oakland, releasedPlaces.records);
  if (!change) throw new Error("Oakland has two complete years");
  const text = await textOf("/explore/city/oakland");
  const { before, after } = change.score;
  expect(text).toContain(`${after}, up ${after - before} from ${change.from}`);
  expect(text).toContain(`Homicide ${change.classes.homicide.before} ${change.classes.homicide.after} −`);
  expect(text.indexOf(`from ${change.from}`)).toBeLessThan(text.indexOf("California’s violent crime"));
});

test("a place without a complete year before says so, and has no table of changes", async () => {
  const place = releasedPlaces.records.cities.find((city) => yearChange(city, releasedPlaces.records) === null);
  const text = await textOf(`/explore/city/${place?.record.city.toLowerCase().replaceAll(" ", "-")}`);
  expect(text).toContain(`There is no complete year ${(place?.record.data_year ?? 0) - 1} to compare with.`);
  expect(text).not.toContain("Unusual");
});
