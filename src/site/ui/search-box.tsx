/** @jsxImportSource hono/jsx */
import { MAX_NAME_LENGTH } from "../../base/text.ts";
import { URLS } from "./urls.ts";

/** What a search box takes, everywhere. An address or coordinates are found, too. */
export const SEARCH_LABEL = "City, state, or ZIP code";

interface SearchBoxProps {
  readonly id: string;
  readonly value?: string;
}

/** Finds a place. The script lists matches as links while the user types. Without the script this is a plain form. */
export function SearchBox({ id, value = "" }: SearchBoxProps) {
  return (
    <search>
      <form method="get" action={URLS.search} class="inline-form" data-suggest={URLS.suggestions}>
        <div class="field suggest">
          <label for={id}>{SEARCH_LABEL}</label>
          <input id={id} name="q" type="search" value={value} maxlength={MAX_NAME_LENGTH} autocomplete="off" />
        </div>
        <button type="submit" class="primary">
          Look up
        </button>
      </form>
    </search>
  );
}
