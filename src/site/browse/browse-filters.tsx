/** @jsxImportSource hono/jsx */
import { MAX_NAME_LENGTH } from "../../base/text.ts";
import { GRADE_FAMILIES } from "../../domain/grade.ts";
import { Check, SelectField } from "../ui/form.tsx";
import { CHANGES, NO_GRADE, SIZES } from "../view/browse-query.ts";
import type { BrowseView } from "./browse-list.ts";

interface FiltersProps extends Pick<BrowseView, "list" | "query"> {
  /** The columns that a phone offers to sort by, and the one that is. */
  readonly sorts: readonly (readonly [key: string, heading: string])[];
  readonly sort: string;
}

/** The form above a table of places. */
export function Filters({ list, query, sorts, sort }: FiltersProps) {
  const { path, areas, states, edition, least, noun } = list;
  const chosen = areas.filter(([value]) => query.county.includes(value)).map(([, name]) => name);
  const kept = { kind: query.kind, order: query.order };
  return (
    <form method="get" action={path} class="filters">
      {Object.entries(kept).map(([name, value]) =>
        value === "" ? null : <input type="hidden" name={name} value={value} />,
      )}
      <div class="field">
        <label for="name">Name of the {noun[0]}</label>
        <input id="name" name="name" type="search" value={query.name} maxlength={MAX_NAME_LENGTH} autocomplete="off" />
      </div>
      {states === undefined ? null : (
        <SelectField id="state" label="State" options={[["", "Any"], ...states]} selected={query.state} />
      )}
      {areas.length === 0 ? null : (
        <div class="field">
          <span class="label" id="county-label">
            County
          </span>
          <details class="pick">
            <summary aria-describedby="county-label">{chosen.length === 0 ? "Any" : chosen.join(", ")}</summary>
            <fieldset>
              <legend class="visually-hidden">County</legend>
              {areas.map(([value, name]) => (
                <Check name="county" value={value} label={name} checked={query.county.includes(value)} />
              ))}
            </fieldset>
          </details>
        </div>
      )}
      <SelectField
        id="size"
        label="Residents"
        options={[["", "Any"], ...SIZES.filter(({ to }) => to > least).map(({ key, text }) => [key, text] as const)]}
        selected={query.size}
      />
      <fieldset class="field letters">
        <legend>Grade</legend>
        {[...GRADE_FAMILIES, NO_GRADE].map((letter) => (
          <label class={letter === NO_GRADE ? "none" : `grade-${letter.toLowerCase()}`}>
            <input type="checkbox" name="grade" value={letter} checked={query.grade.includes(letter)} />
            <b class="tile">{letter === NO_GRADE ? "no grade" : letter}</b>
          </label>
        ))}
      </fieldset>
      <SelectField
        id="change"
        label={`Change since ${edition.dataYear - 1}`}
        options={[["", "Any"], ...Object.entries(CHANGES)]}
        selected={query.change}
      />
      {edition.yearSoFar === null ? null : (
        <Check
          name="provisional"
          value="compared"
          label={`With ${edition.yearSoFar} figures`}
          checked={query.provisional !== ""}
        />
      )}
      <div class="phone-only">
        <SelectField id="sort" label="Sort by" options={sorts} selected={sort} />
      </div>
      <button type="submit" class="primary">
        Show
      </button>
    </form>
  );
}
