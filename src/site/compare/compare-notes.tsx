/** @jsxImportSource hono/jsx */
import { CAUTIONS, isDoubt } from "../../domain/caution.ts";
import type { PlaceView } from "../view/place-view.ts";
import { listed } from "./compare-verdict.ts";

interface ComparedProps {
  readonly places: readonly PlaceView[];
}

/** What a reader might take the comparison for, and each place's own cautions. */
export function CannotSay({ places }: ComparedProps) {
  return (
    <section>
      <h2>What the figures cannot say</h2>
      <ul>
        <li>Which street or neighborhood has more or fewer offenses: one number stands for a whole place.</li>
        <li>How likely a certain person, such as a child, is to be harmed.</li>
        <li>What was not reported to the police.</li>
        {places.flatMap(({ name, cautions }) =>
          cautions
            .filter(({ code }) => isDoubt(code))
            .map(({ code, detail }) => (
              <li>
                {name}: {CAUTIONS[code].name}. {detail ?? CAUTIONS[code].text}
              </li>
            )),
        )}
      </ul>
    </section>
  );
}

/** What is special about figures and gives no doubt: once for all places that share it. */
export function SharedNotes({ places }: ComparedProps) {
  const notes = places.flatMap(({ name, cautions }) =>
    cautions
      .filter(({ code }) => !isDoubt(code))
      .map(({ code, detail }) => ({ name, code, text: detail ?? CAUTIONS[code].text })),
  );
  return (
    <>
      {[...Map.groupBy(notes, ({ text }) => text)].map(([text, [first, ...others]]) =>
        first === undefined ? null : (
          <p class="small muted">
            {CAUTIONS[first.code].name}: {listed([first, ...others])}. {text}
          </p>
        ),
      )}
    </>
  );
}
