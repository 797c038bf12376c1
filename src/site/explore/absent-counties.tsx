/** @jsxImportSource hono/jsx */
import type { AbsentCounty } from "../../domain/snapshot.ts";
import { ABSENCE_NAMES } from "./absence.ts";
import { countyUrl } from "./place-url.ts";

/** The counties without a record, each with the reason. */
export function AbsentCounties({ absent }: { readonly absent: readonly AbsentCounty[] }) {
  if (absent.length === 0) return <p>None: every county has a record.</p>;
  return (
    <>
      <p>A county without a complete year among the last three has no record. Its cities may have one.</p>
      <ul>
        {absent.map(({ county, reason, detail }) => (
          <li>
            <a href={countyUrl(county)}>{county}</a>: {ABSENCE_NAMES[reason].toLowerCase()}. {detail}.
          </li>
        ))}
      </ul>
    </>
  );
}
