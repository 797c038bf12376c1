/** @jsxImportSource hono/jsx */
import { CAUTIONS, isDoubt } from "../../domain/caution.ts";
import { familyOf } from "../../domain/grade.ts";
import type { PlaceRecord } from "../../domain/record.ts";
import type { RatedPlace, ScoreRange } from "../../domain/snapshot.ts";
import { Icon } from "./icons.tsx";

type Letter = PlaceRecord["grade"];

/** A grade is always shown as one object: letter, score, year, and the mark of the place's own cautions. */
export interface Graded {
  readonly letter: Letter;
  readonly score: number;
  readonly year: number;
  /** Names of the place's own cautions. */
  readonly cautions: readonly string[];
  /** The record is for an older year than the dataset. */
  readonly isOlder: boolean;
}

interface WithGrade extends Pick<RatedPlace, "cautions"> {
  readonly record: Pick<RatedPlace["record"], "grade" | "safety_score" | "data_year">;
}

export function gradedPlace({ record, cautions }: WithGrade): Graded {
  return {
    letter: record.grade,
    score: record.safety_score,
    year: record.data_year,
    cautions: cautions.flatMap(({ code }) => (isDoubt(code) ? [CAUTIONS[code].name] : [])),
    isOlder: cautions.some(({ code }) => code === "older_year"),
  };
}

/** A grade as pages write it: with a minus sign (U+2212). */
export function letterText(letter: string): string {
  return letter.replace("-", "−");
}

/** The grade, its score, and its year in words, with the cautions. */
export function gradeText({ letter, score, year, cautions }: Graded): string {
  return [
    `${letterText(letter)}, score ${score}, ${year}`,
    ...cautions.map((name) => `caution: ${name.toLowerCase()}`),
  ].join("; ");
}

/** The class that sets the color of a grade. */
export function gradeClass(letter: Letter): string {
  return `grade-${familyOf(letter).toLowerCase()}`;
}

interface GradeBoxProps {
  readonly graded: Graded;
  /** Next year's range; null if it is not known. */
  readonly next: ScoreRange | null;
  /** What the score is out of, or the yardstick that scores 50: "US = 50". */
  readonly scale?: string;
}

export function GradeBox({ graded, next, scale = "/100" }: GradeBoxProps) {
  const { letter, score } = graded;
  // On a phone the yardstick stands without its 50.
  const [unit, ...rest] = scale.split(" ");
  return (
    <div class={`grade-box ${gradeClass(letter)}`}>
      <span class="score">{score}</span>
      <span class="of">
        <CautionMark graded={graded} />
        <span class={rest.length === 0 && graded.cautions.length > 0 ? "wide-only" : undefined}>
          {" "}
          {unit}
          {rest.length === 0 ? null : <span class="wide-only"> {rest.join(" ")}</span>}
        </span>
      </span>
      <b class="letter">{letterText(letter)}</b>
      <Year graded={graded} />
      {next === null ? null : <span class="next">next {rangeText(next)}</span>}
    </div>
  );
}

/** The hatched box of a place without a grade. @param why one word: `incomplete` */
export function NoGradeBox({ year, why }: { readonly year: number; readonly why: string }) {
  return (
    <div class="grade-box none">
      <span class="of">no grade</span>
      <b class="letter">–</b>
      <span class="year">{year}</span>
      <span class="next">{why}</span>
    </div>
  );
}

/** A letter on the color of its grade. Score and year are beside it. */
export function Tile({ letter }: { readonly letter: Letter }) {
  return <b class={`tile ${gradeClass(letter)}`}>{letterText(letter)}</b>;
}

/** Tile, score, year, and mark at fixed positions, for tables and lists. */
export function Grade({ graded, href }: { readonly graded: Graded; readonly href?: string }) {
  return (
    <span class="graded">
      <Tile letter={graded.letter} />
      <span class="score">{graded.score}</span>
      <Year graded={graded} />
      {graded.cautions.length === 0 || href === undefined ? (
        <CautionMark graded={graded} />
      ) : (
        <a href={`${href}#cautions`}>
          <CautionMark graded={graded} />
        </a>
      )}
    </span>
  );
}

/** The hatched tile of a place without a grade. */
export function NoGrade({ why = "no grade" }: { readonly why?: string }) {
  return (
    <span class="graded">
      <b class="tile none">–</b>
      <span class="muted no-record">{why}</span>
    </span>
  );
}

function Year({ graded: { year, isOlder } }: { readonly graded: Graded }) {
  return <span class={isOlder ? "year older" : "year"}>{year}</span>;
}

/** The triangle, which names the cautions; nothing if the place has none. */
function CautionMark({ graded: { cautions } }: { readonly graded: Graded }) {
  return cautions.length === 0 ? null : <Icon name="caution" label={`Caution: ${cautions.join(", ").toLowerCase()}`} />;
}

/** A range of one number is that number. */
export function rangeText({ low, high }: ScoreRange, to = "–"): string {
  return low === high ? String(low) : `${low}${to}${high}`;
}
