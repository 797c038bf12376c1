/** @jsxImportSource hono/jsx */
import type { ZipBasis } from "../../gazetteer/zip-table.ts";
import { CoveringAreaText } from "../browse/area-list.tsx";
import { Drawing } from "../charts/drawing.tsx";
import { boundariesText, nearMap } from "../map/near-map.tsx";
import { COUNTS, counted, number, percent } from "../ui/number.ts";
import { ShareBar } from "../ui/share-bar.tsx";
import { GradeOf } from "./answer-list.tsx";
import type { ZipAnswer, ZipShare } from "./search-answer.ts";

export function zipTitle({ zip, groups }: ZipAnswer): string {
  const count = groups.reduce((sum, { shares }) => sum + shares.length, 0);
  if (count === 0) return `We do not know where ${zip} is`;
  return `${zip} lies in ${COUNTS[count] ?? number(count)} ${count === 1 ? "place" : "places"}`;
}

const BASES = {
  residents: "Shares of residents, 2020.",
  land: "Shares by land area, 2020, as no shares of residents are known here. People live closer together in cities and villages.",
  county_only: "No city or town has a known share of it, so only the county is known.",
  point: "It is for post-office boxes or one building, and has no area: this is where its point is.",
} as const satisfies Record<ZipBasis, string>;

/** The places of a ZIP code, each with its share. */
export function ZipPlaces({ zip, basis, residents, groups, covered }: ZipAnswer) {
  return (
    <>
      <p role="status">
        {residents === null ? (
          ""
        ) : (
          <>
            ZIP code {zip} has <b>{counted(residents, "resident")}</b>.{" "}
          </>
        )}
        A ZIP code has no figures of its own; the places that it lies in may have.
      </p>
      {groups.map(({ title, shares }) => (
        <>
          {title === null ? null : <h2>{title}</h2>}
          <ul class="rows answers shares">
            {shares.map((share) => (
              <Share {...share} basis={basis} />
            ))}
          </ul>
        </>
      ))}
      <CoveringAreaText area={covered} />
      <p class="small muted">
        {BASES[basis]} {residents === null ? "" : "Residents: Census Bureau, 2019 to 2023."} Not sure? Your city or town
        is on your property-tax or voting notice.
      </p>
    </>
  );
}

function Share({ place, share, basis }: ZipShare & Pick<ZipAnswer, "basis">) {
  return (
    <li>
      <span>
        <a href={place.href}>{place.name}</a>
        <span class="small muted">{place.detail}</span>
        {basis === "residents" || basis === "land" ? (
          <span class="small share">
            <ShareBar share={share} />
            {percent(share)} of the ZIP code’s {basis}
          </span>
        ) : null}
      </span>
      <GradeOf place={place} />
    </li>
  );
}

/** The ZIP code's own point among its places and the graded places around. */
export function ZipMap({ zip, point, groups, nearby, ground }: ZipAnswer) {
  const own = groups.flatMap(({ shares }) => shares);
  const [first, ...others] = [...own, ...nearby.map((place) => ({ place, lines: undefined }))].flatMap(
    ({ lines, place: { name, href, graded, point: at } }) =>
      at === null ? [] : [{ name: name.replace(/, [^,]*$/, ""), href, graded, lines, ...at }],
  );
  if (first === undefined) return null;
  const marks = [first, ...others] as const;
  const label = `ZIP code ${zip}, its places, and the graded places around. Each place is a link.`;
  return (
    <section class="where">
      <h2>Where it is</h2>
      <Drawing {...nearMap({ label, marks, ground, pin: { ...point, name: zip } })} />
      <p class="small muted">
        The letters are grades, the ring is the ZIP code’s own point, gray lines are counties.{" "}
        {boundariesText(marks.slice(0, own.length))}
      </p>
    </section>
  );
}
