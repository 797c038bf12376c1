/** @jsxImportSource hono/jsx */
import { number } from "../number.ts";
import { type Column, column, type Filtered } from "./table.ts";

type LinkedPlace = Filtered & { readonly href: string };

/** The place as a link to its page. */
export function placeColumn<Row extends LinkedPlace>(heading: "City" | "County" | "Place"): Column<Row> {
  return column(heading.toLowerCase(), heading, ({ name }) => name, {
    cell: ({ name, href }) => <a href={href}>{heading === "County" ? shortCounty(name) : name}</a>,
  });
}

export function countyColumn<Row extends Filtered>(): Column<Row> {
  return column("county", "County", ({ county }) => county, { cell: ({ county }) => shortCounty(county ?? "") });
}

/** @param missing is shown instead of an unknown population. */
export function populationColumn<Row extends Filtered>(missing = ""): Column<Row> {
  return column("population", "Residents", ({ population }) => population, {
    first: "descending",
    cell: ({ population }) => (population === null ? missing : number(population)),
  });
}

/** `Orange` for `Orange County`. */
export function shortCounty(name: string): string {
  return name.replace(/ County$/, "");
}
