/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { byGroup } from "../../domain/offense.ts";
import type { ScoreRange } from "../../domain/snapshot.ts";
import { yearChange } from "../../domain/year-change.ts";
import type { Chart } from "../charts/chart.tsx";
import { linesIn, pictureOf, Words } from "../charts/chart-file.tsx";
import { textWidth } from "../charts/labels.ts";
import type { Picture } from "../http/services.ts";
import { comparisonOf } from "../measure/comparison.ts";
import { moveText } from "../measure/year-change-section.tsx";
import { type Graded, gradeClass, gradedPlace, letterText, rangeText } from "../ui/grade.tsx";
import { Logo } from "../ui/layout.tsx";
import { againstOf, type PlaceView, scaleOf, whereText } from "../view/place-view.ts";

/** The size of large preview cards in messengers and social networks. */
const CARD_SIZE = { width: 1_200, height: 630 } as const;

/** Alternative text of the card. A grade is always given with its score, its year, its cautions, and what it counts. */
export function cardText(place: PlaceView): string {
  const { letter, score, year, cautions } = gradedPlace(place);
  const caution = cautions.length === 0 ? "" : `; caution: ${cautions.join(", ").toLowerCase()}`;
  return `${place.fullName}: ${letterText(letter)}, score ${score}${againstOf(place.edition)}, ${year}, reported offenses${caution}`;
}

export const LEFT = 56;
/** Where the words beside the box of the grade start, their width, and the same in the upper bounds of `linesIn`. */
export const WORDS = { x: 324, width: 820, bound: 900 } as const;
const NAME = 84;

interface CardBoxProps {
  readonly graded: Graded;
  readonly next: ScoreRange | null;
  readonly scale: string;
}

/** The box of a grade. */
export function CardBox({ graded: { letter, score, year }, next, scale }: CardBoxProps) {
  return (
    <g class={gradeClass(letter)}>
      <rect class="band" x={LEFT} y="48" width="232" height="232" rx="12" />
      <Words x={LEFT + 20} y={102} size={44} class="band-name" text={String(score)} />
      <Words x={LEFT + 212} y={102} size={22} class="band-name" anchor="end" text={scale} />
      <Words x={LEFT + 116} y={216} size={120} class="band-name" anchor="middle" text={letterText(letter)} />
      <Words x={LEFT + 20} y={260} size={20} class="band-name" text={String(year)} />
      {next === null ? null : (
        <Words x={LEFT + 212} y={260} size={20} class="band-name" anchor="end" text={`next ${rangeText(next)}`} />
      )}
    </g>
  );
}

/** The name beside the box, as large as fits, and where it is. */
export function CardName({ title, where }: { readonly title: string; readonly where: string }) {
  const size = Math.min(NAME, (NAME * WORDS.width) / ((textWidth(title, "bold") * NAME) / 14));
  return (
    <>
      <Words x={WORDS.x} y={112} size={size} class="end-place end-name" text={title} />
      <Words x={WORDS.x} y={160} size={26} text={where} />
    </>
  );
}

interface CardLinesProps {
  readonly sentence: readonly string[];
  /** In smaller, bold letters. */
  readonly notes: readonly string[];
}

/** The lines below the name. */
export function CardLines({ sentence, notes }: CardLinesProps) {
  return (
    <>
      {[...sentence, ...notes].map((text, index) => (
        <Words
          x={WORDS.x}
          y={208 + index * 38}
          size={index < sentence.length ? 30 : 24}
          class={index < sentence.length ? "end-place" : "end-place end-name"}
          text={text}
        />
      ))}
    </>
  );
}

/** The card of a place: grade, name, one sentence, the cautions, and its score among all, which is a chart. */
export function cardPicture(place: PlaceView, scores: Chart): Picture {
  const { title, nextYear, edition } = place;
  const { score, year, cautions } = gradedPlace(place);
  const [violent, property] = comparisonOf({
    rates: byGroup((group) => place.rating[group].smoothedRate),
    year,
    yardstick: edition.words,
    state: edition.trend,
  });
  const change = yearChange(place, edition.moves);
  const since = change === null ? "" : `${score}, ${moveText(change)}. `;
  const sentence = linesIn(`${since}In ${year}: ${violent.join("")} and ${property.join("")}`, 30, WORDS.bound);
  const [dots] = scores.panels;
  const caution = cautions.length === 0 ? "" : `Caution: ${cautions.join(", ").toLowerCase()}`;
  const notes = linesIn(caution, 24, WORDS.width).slice(0, 1);
  const top = Math.max(304, 184 + (sentence.length + notes.length) * 38);
  return card(
    cardText(place),
    <>
      <CardBox graded={gradedPlace(place)} next={nextYear} scale={scaleOf(edition)} />
      <CardName title={title} where={whereText(place)} />
      <CardLines sentence={sentence} notes={notes} />
      {dots ? (
        <svg
          aria-hidden="true"
          x={LEFT}
          y={top}
          width="1088"
          height={554 - top}
          viewBox={`0 0 ${dots.size.join(" ")}`}
          preserveAspectRatio="xMidYMax"
        >
          {dots.draw(dots.size[0])}
        </svg>
      ) : null}
    </>,
  );
}

/** A picture with the name of the site and what is counted at its foot. */
export function card(label: string, content: Child): Picture {
  return pictureOf(
    CARD_SIZE.width,
    CARD_SIZE.height,
    label,
    <>
      {content}
      <g transform={`translate(${LEFT} 574)`}>
        <Logo />
      </g>
      <Words x={LEFT + 40} y={596} size={22} class="end-place end-name" text="Safety Statistics" />
      <Words x={1_144} y={596} size={20} anchor="end" text="Reported offenses only, counted per resident" />
    </>,
  );
}
