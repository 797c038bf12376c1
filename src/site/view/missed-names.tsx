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
  /** Several ambiguous names are chosen together in a form: its path, the places that are chosen, and the value of one. */
  readonly form?: {
    readonly path: string;
    readonly slugs: readonly string[];
    readonly slugOf: (href: string) => string | undefined;
  };
}

/** Several places of the name are a choice, and none is said as such. */
export function MissedNames({ noun, missed, added, form }: MissedNamesProps) {
  const choices = missed.filter(({ found }) => found.length > 1);
  if (form !== undefined && choices.length > 1) {
    return (
      <>
        <ChoiceForm {...form} choices={choices} />
        <MissedNames noun={noun} missed={missed.filter((one) => !choices.includes(one))} added={added} />
      </>
    );
  }
  return (
    <>
      {missed.map(({ name, found }) => {
        const namesakes = found.filter(({ isExact }) => isExact);
        const shown = namesakes.length > 1 ? namesakes : found;
        return (
          <div class="message error" role="alert">
            <p>
              {namesakes.length > 1
                ? `${namesText(name, namesakes.length)} Which one?`
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

function namesText(name: string, count: number): string {
  return `${counted(count, "place with a grade is", "places with a grade are")} called “${name}”.`;
}

interface ChoiceFormProps extends NonNullable<MissedNamesProps["form"]> {
  readonly choices: readonly MissedName[];
}

/** One list for each name, and one button for all. */
function ChoiceForm({ path, slugs, slugOf, choices }: ChoiceFormProps) {
  return (
    <form method="get" action={path} class="message">
      <p>These names belong to several places. Choose one of each.</p>
      {slugs.map((slug) => (
        <input type="hidden" name="place" value={slug} />
      ))}
      {choices.map(({ name, found }, index) => (
        <div class="field">
          <label for={`choice-${index}`}>{name}</label>
          <select id={`choice-${index}`} name="place">
            {found.map(({ name: other, detail, href }) => {
              const slug = slugOf(href);
              return slug === undefined ? null : (
                <option value={slug}>
                  {other} · {detail}
                </option>
              );
            })}
          </select>
        </div>
      ))}
      <button type="submit" class="primary">
        Compare
      </button>
    </form>
  );
}
