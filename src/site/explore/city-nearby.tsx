/** @jsxImportSource hono/jsx */
import type { Dataset } from "../http/page.ts";
import { Nearby, type NearParts } from "./nearby.tsx";
import { ALL_COLUMNS, type PlaceRow, PlacesTable } from "./place-columns.tsx";
import { countyUrl } from "./place-url.ts";

interface CityNearbyProps {
  readonly near: NearParts;
  /** Cities of its size, with itself. */
  readonly alike: readonly PlaceRow[];
  readonly county: string;
  readonly dataset: Dataset;
}

/** What a city can be compared with: the nearest towns, and those of its size. */
export function CityNearby({ near, alike, county, dataset }: CityNearbyProps) {
  return (
    <>
      <Nearby {...near} dataset={dataset}>
        <p>
          <a href={`${countyUrl(county)}#cities`}>All cities of {county}</a>
        </p>
      </Nearby>
      <h2 id="size">Cities of similar size</h2>
      <PlacesTable
        caption="Graded cities with a similar population, largest first"
        columns={ALL_COLUMNS.cities}
        rows={alike}
        own={near.center.name}
      />
    </>
  );
}
