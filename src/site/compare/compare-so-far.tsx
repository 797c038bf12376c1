/** @jsxImportSource hono/jsx */
import { OFFENSE_GROUPS } from "../../domain/offense.ts";
import { verdictOfChange } from "../measure/months-words.tsx";
import { Table } from "../ui/table.tsx";
import type { PlaceView } from "../view/place-view.ts";
import { changeText, isCompared, isUnusual, ProvisionalChip } from "../view/so-far.tsx";

/** The year after the data year by its months, if any of the places has one that is compared. */
export function ComparedSoFar({ places }: { readonly places: readonly PlaceView[] }) {
  const { yearSoFar: year = null, dataYear } = places[0]?.edition ?? {};
  if (year === null || !places.some(({ soFar }) => isCompared(soFar))) return null;
  return (
    <>
      <h3>
        {year} so far <ProvisionalChip />
      </h3>
      <p class="small muted">
        Change of the rate since {dataYear}, by the months that departments reported. Grades stay those of {dataYear}.
      </p>
      <Table
        class="figures"
        label={`${year} so far, provisional`}
        columns={[
          { heading: "Change", cell: ({ name }) => name },
          ...OFFENSE_GROUPS.map((group) => ({
            heading: GROUPS[group],
            class: "words",
            cell: ({ soFar }: PlaceView) => {
              if (!isCompared(soFar)) return soFar === "no months" ? "no monthly reports" : (soFar ?? "–");
              const found = soFar[group];
              if (found === null) return "not compared";
              const change = isUnusual(found) ? <b>{changeText(found)}</b> : changeText(found);
              return (
                <>
                  {change} <span class="small muted">{verdictOfChange(found)}</span>
                </>
              );
            },
          })),
        ]}
        rows={places}
      />
    </>
  );
}

const GROUPS = { violent: "Violent", property: "Property" } as const;
