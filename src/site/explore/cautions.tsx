/** @jsxImportSource hono/jsx */
import { CAUTIONS } from "../../domain/caution.ts";
import { cautionText } from "../../domain/explain.ts";
import type { PlaceCaution } from "../../domain/snapshot.ts";
import { URLS } from "../urls.ts";

/** What a reader must know about the place's figures, shown before them. */
export function Cautions({ cautions }: { readonly cautions: readonly PlaceCaution[] }) {
  if (cautions.length === 0) return <p id="cautions">This place has no cautions of its own.</p>;
  return (
    <section class="message" id="cautions" aria-label="Cautions">
      {cautions.map((caution) => (
        <Caution caution={caution} />
      ))}
      <p class="small">
        <a href={`${URLS.coverage}#cautions`}>All places with a caution, and the sources</a>
      </p>
    </section>
  );
}

function Caution({ caution }: { readonly caution: PlaceCaution }) {
  return (
    <p>
      <strong>{CAUTIONS[caution.code].name}.</strong> {cautionText(caution)}
    </p>
  );
}
