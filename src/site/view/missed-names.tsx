/** @jsxImportSource hono/jsx */
import { counted } from "../ui/number.ts";
import type { Suggestion } from "./find-typed.ts";

/** A typed name that no place has, with places that it may mean. */
export interface MissedName {
  readonly name: string;
  readonly found: readonly Suggestion[];
}

interface MissedNamesProps {
  readonly noun: string;
  readonly missed: readonly MissedName[];
  /** Where choosing a place instead of a name leads: to what is shown with the place added. */
  readonly added: (href: string, name: string) => string;
}

/** Several places of the name are a choice, and none is said as such. */
export function MissedNames({ noun, missed, added }: MissedNamesProps) {
  return (
    <>
      {missed.map(({ name, found }) => {
        const namesakes = found.filter(({ isExact }) => isExact);
        const shown = namesakes.length > 1 ? namesakes : found;
        return (
          <div class="message error" role="alert">
            <p>
              {namesakes.length > 1
                ? `${counted(namesakes.length, "place is", "places are")} called “${name}”. Which one?`
                : `No ${noun} with a grade here is called “${name}”.${found.length > 0 ? " Did you mean one of these?" : ""}`}
            </p>
            <ul class="rows">
              {shown.map(({ name: other, detail, figure, href }) => (
                <li>
                  <a href={added(href, name)}>{other}</a>
                  <span class="small muted">
                    {detail} · {figure}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </>
  );
}
