/** @jsxImportSource hono/jsx */
import { CAUTIONS } from "../../domain/caution.ts";
import { cautionText } from "../../domain/explain.ts";
import type { PlaceCaution } from "../../domain/snapshot.ts";
import { URLS } from "../urls.ts";

/**
 * What a reader must know about the place's figures, shown before them. Cautions that apply to nearly every place are
 * collapsed.
 */
export function Cautions({ cautions }: { readonly cautions: readonly PlaceCaution[] }) {
  const own = cautions.filter(({ code }) => !CAUTIONS[code].general);
  const general = cautions.filter(({ code }) => CAUTIONS[code].general);
  if (cautions.length === 0) return <p id="cautions">This place has no cautions of its own.</p>;
  return (
    <section class="message" id="cautions" aria-label="Cautions">
      {own.map((caution) => (
        <Caution caution={caution} />
      ))}
      {general.length > 0 && (
        <details>
          <summary>What to know when you compare years</summary>
          {general.map((caution) => (
            <Caution caution={caution} />
          ))}
        </details>
      )}
      {own.length > 0 && (
        <p class="small">
          <a href={`${URLS.coverage}#cautions`}>All places with a caution, and the sources</a>
        </p>
      )}
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
