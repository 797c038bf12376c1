/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { Grade, NoGrade } from "../ui/grade.tsx";
import type { PlaceAnswer } from "./place-answer.ts";

/** Places that something typed may mean, each with its county, its residents, and its grade. */
export function AnswerList({
  places,
  isNumbered = false,
  second = null,
}: {
  readonly places: readonly PlaceAnswer[];
  readonly isNumbered?: boolean;
  /** After the first place, without a number. */
  readonly second?: Child;
}) {
  if (places.length === 0) return null;
  const items = places.map((place) => (
    <li>
      <span>
        <a href={place.href}>{place.name}</a>
        <span class="small muted">
          {place.detail}
          {place.own ? (
            <>
              {" "}
              · <a href={place.own.href}>{place.own.edition.possessive} own edition</a>
            </>
          ) : null}
        </span>
      </span>
      <GradeOf place={place} />
    </li>
  ));
  const [first, ...rest] = items;
  return isNumbered ? (
    <ol class="rows answers numbered">
      {first}
      {second}
      {rest}
    </ol>
  ) : (
    <ul class="rows answers">{items}</ul>
  );
}

export function GradeOf({ place: { graded, why } }: { readonly place: PlaceAnswer }) {
  return graded ? <Grade graded={graded} /> : <NoGrade why={why} />;
}
