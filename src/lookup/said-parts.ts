import { cutText, madeOf, type Typed } from "../base/text.ts";
import type { StateCode } from "../editions/us-states.ts";
import { COUNTRY_NAME, ZIP_ENDING } from "../gazetteer/endings.ts";
import { normalized } from "../gazetteer/fold.ts";
import { stateOfForm } from "../gazetteer/state-text.ts";

interface SaidParts {
  readonly own: Typed;
  /** What stands after the last comma and is neither the state nor the country; null without a comma. */
  readonly around: Typed | null;
}

/** A name as typed, apart from what it says is around it: "Back Bay", "Boston" in "Back Bay, Boston, MA 02116". */
export function saidParts(text: Typed, state: StateCode | null): SaidParts {
  const shown = cutText(text.replace(/\p{Cf}/gu, ""));
  const parts = shown.split(/[,()[\]]/).flatMap((part) => part.trim().replace(/\s+/g, " ") || []);
  let isInState = state === null;
  while (parts.length > 1) {
    const last = wherePart(madeOf(shown, parts.at(-1) ?? ""), isInState ? null : state);
    if (last === "elsewhere") break;
    // "Harlem, New York, NY": the state is said once.
    if (last === "state") isInState = true;
    parts.pop();
  }
  const around = parts.length > 1 ? parts.pop() : undefined;
  return {
    own: madeOf(shown, parts.join(", ")),
    around: around === undefined ? null : madeOf(shown, around),
  };
}

/** Whether a part of a text is the state, or the country or a ZIP code, which may also stand after the state. */
function wherePart(part: Typed, state: StateCode | null): "state" | "around" | "elsewhere" {
  const folded = normalized(part);
  if (COUNTRY_NAME.test(folded) || ZIP_ALONE.test(folded)) return "around";
  return state !== null && stateOfForm(folded.replace(ZIP_ENDING, "")) === state ? "state" : "elsewhere";
}

const ZIP_ALONE = /^\d{5}(?: ?\d{4})?$/;
