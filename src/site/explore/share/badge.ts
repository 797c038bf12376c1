import { gradeOf } from "../../../domain/grade.ts";
import type { CityRecord, CountyRecord } from "../../../domain/record.ts";
import { cardText } from "./card.ts";

const HEIGHT = 28;
const PADDING = 10;
/** Wide enough for every letter in any of the fonts. `textLength` then fits the text to it. */
const CHARACTER = 7.5;

export interface Badge {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** A small image for other sites: grade, score, year, and what they count. */
export function badgeOf(record: CityRecord | CountyRecord): Badge {
  const label = `Safety ${record.data_year}, reported offenses`;
  const value = `${record.grade}, ${record.safety_score} of 100`;
  const left = Math.ceil(label.length * CHARACTER) + 2 * PADDING;
  const right = Math.ceil(value.length * CHARACTER) + 2 * PADDING;
  const width = left + right;
  const text = (x: number, length: number, content: string) =>
    `<text x="${x}" y="19" textLength="${length}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${escaped(cardText(record))}">`,
    `<title>${escaped(cardText(record))}</title>`,
    `<clipPath id="c"><rect width="${width}" height="${HEIGHT}" rx="4"/></clipPath>`,
    `<g clip-path="url(#c)"><rect width="${left}" height="${HEIGHT}" fill="#333a43"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${gradeOf(record.safety_score).color}"/></g>`,
    '<g fill="#fff" font-family="system-ui,Roboto,Helvetica,Arial,sans-serif" font-size="13">',
    text(PADDING, left - 2 * PADDING, label),
    text(left + PADDING, right - 2 * PADDING, value),
    "</g></svg>",
  ].join("");
  return { svg, width, height: HEIGHT };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
