/** @jsxImportSource hono/jsx */
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import { URLS } from "./urls.ts";

interface SearchBoxProps {
  /** Unique on the page. */
  readonly id: string;
  readonly value?: string;
}

/** Finds a place. The script lists matches as links while the user types. Without the script this is a plain form. */
export function SearchBox({ id, value = "" }: SearchBoxProps) {
  return (
    <search>
      <form method="get" action={URLS.search} class="inline-form" data-suggest={URLS.suggestions}>
        <div class="field suggest">
          <label for={id}>City, county, neighborhood, or ZIP code</label>
          <input id={id} name="q" type="search" value={value} maxlength={MAX_QUERY_LENGTH} autocomplete="off" />
        </div>
        <button type="submit" class="primary">
          Look up
        </button>
      </form>
    </search>
  );
}
