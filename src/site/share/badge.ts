import { html, raw } from "hono/html";
import { gradeOf } from "../../domain/grade.ts";
import type { Picture } from "../http/services.ts";
import { gradedPlace, letterText } from "../ui/grade.tsx";
import { type PlaceView, scaleOf } from "../view/place-view.ts";
import { cardText } from "./card.tsx";

const HEIGHT = 28;
const PADDING = 10;
/** Wide enough for every letter in any of the fonts. `textLength` then fits the text to it. */
const CHARACTER = 7.5;

/** The longest value, so that all badges are equally wide. */
const LONGEST_VALUE = "A+, 100 of 100";
const TRIANGLE = raw(
  '<path d="M8 1 .7 14h14.6zM8 6v3.5M8 11.6v.1" fill="none" stroke="#fff" stroke-width="1.4" stroke-linejoin="round"/>',
);

/** A small image for other sites: grade, score, year, what they count, and the mark of the place's own cautions. */
export function badgeOf(place: PlaceView): Picture {
  const { record, edition } = place;
  const hasCaution = gradedPlace(place).cautions.length > 0;
  const label = `Safety ${record.data_year}, reported offenses`;
  const value = `${letterText(record.grade)}, ${record.safety_score} ${edition.words.isNamed ? `(${scaleOf(edition)})` : "of 100"}`;
  const left = Math.ceil(label.length * CHARACTER) + 2 * PADDING;
  const right =
    Math.ceil(Math.max(LONGEST_VALUE.length, value.length) * CHARACTER) + 2 * PADDING + (hasCaution ? 20 : 0);
  const width = left + right;
  const alt = cardText(place);
  const text = (x: number, length: number, content: string) =>
    html`<text x="${x}" y="19" textLength="${length}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${alt}">
<title>${alt}</title>
<clipPath id="c"><rect width="${width}" height="${HEIGHT}" rx="4"/></clipPath>
<g clip-path="url(#c)"><rect width="${left}" height="${HEIGHT}" fill="#15171c"/>
<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${gradeOf(record.safety_score).color}"/></g>
<g fill="#fff" font-family="Public Sans,system-ui,Helvetica,Arial,sans-serif" font-size="13">
${text(PADDING, left - 2 * PADDING, label)}${text(left + PADDING, Math.ceil(value.length * CHARACTER), value)}</g>
${hasCaution ? html`<g transform="translate(${width - 24} 6)">${TRIANGLE}</g>` : ""}</svg>`;
  return { svg: String(svg), width, height: HEIGHT };
}
