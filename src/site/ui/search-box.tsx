/** @jsxImportSource hono/jsx */
import { MAX_NAME_LENGTH } from "../../base/text.ts";
import { URLS } from "./urls.ts";

export interface SearchBoxProps {
  readonly id: string;
  readonly value?: string;
  /** Of an edition without suggestions. */
  readonly action?: string;
  readonly label?: string;
}

/** Finds a place. The script lists matches as links while the user types. Without the script this is a plain form. */
export function SearchBox({
  id,
  value = "",
  action = URLS.search,
  label = "City, county, neighborhood, or ZIP code",
}: SearchBoxProps) {
  const suggests = action === URLS.search;
  return (
    <search>
      <form method="get" action={action} class="inline-form" data-suggest={suggests ? URLS.suggestions : undefined}>
        <div class={suggests ? "field suggest" : "field"}>
          <label for={id}>{label}</label>
          <input id={id} name="q" type="search" value={value} maxlength={MAX_NAME_LENGTH} autocomplete="off" />
        </div>
        <button type="submit" class="primary">
          Look up
        </button>
      </form>
    </search>
  );
}
