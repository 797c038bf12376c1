/** @jsxImportSource hono/jsx */
import { FLAG_TEXTS } from "../../domain/explain.ts";
import type { PlaceFlag } from "../../domain/snapshot.ts";
import { URLS } from "../urls.ts";

export const FLAG_NAMES = {
  visitors_and_jobs: "Visitors and workplaces",
  prison: "Prison",
  partial_year: "Incomplete year",
} as const satisfies Record<PlaceFlag, string>;

/** What a reader must know of the place's figures, before them. */
export function Cautions({ flags }: { readonly flags: readonly PlaceFlag[] }) {
  if (flags.length === 0) return null;
  return (
    <section class="message" aria-label="Cautions">
      {flags.map((flag) => (
        <p>
          <strong>{FLAG_NAMES[flag]}.</strong> {FLAG_TEXTS[flag]}
        </p>
      ))}
      <p class="small">
        <a href={`${URLS.coverage}#flags`}>Which places are marked so, and from which sources</a>
      </p>
    </section>
  );
}
