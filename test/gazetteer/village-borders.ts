import { placeRank } from "../../src/gazetteer/find-in-state.ts";
import { country } from "./country.ts";
import { besideEdges, drawnAreas, isDrawnAround } from "./drawn-areas.ts";

const METERS = 25;

/** Which municipality points on both sides of the borders of New York's villages are in, and those that are wrong. */
export function villageBorders(everyVillage: number, everyEdge: number) {
  const { table, place, locate } = country;
  const areas = drawnAreas("NY");
  const municipalities = areas.filter(({ row }) => placeRank(table(), row) < 2);
  const placesOnly = municipalities.filter(({ row }) => placeRank(table(), row) === 0);
  const villages = placesOnly.filter(({ row }) => place(row).kind === "village");
  const found = { inside: 0, inTown: 0, wrong: [] as string[] };
  for (const village of villages.filter((_, index) => index % everyVillage === 0)) {
    for (const point of besideEdges(village, everyEdge, METERS)) {
      const own = placesOnly.filter((area) => isDrawnAround(area, point));
      const towns = municipalities.filter((area) => placeRank(table(), area.row) === 1 && isDrawnAround(area, point));
      const expected = own.length > 0 ? own : towns;
      const answer = locate(point)?.municipality ?? null;
      if (expected.length === 0) continue;
      if (!expected.some(({ row }) => row === answer || table().same.get(row) === answer)) {
        found.wrong.push(
          `${place(village.row).officialName}: ${answer === null ? "none" : place(answer).officialName}`,
        );
      } else if (own.length > 0) found.inside++;
      else found.inTown++;
    }
  }
  return { ...found, villages: villages.length };
}
