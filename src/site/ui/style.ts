import { GRADE_COLORS } from "../../domain/grade.ts";
import { EDITIONS } from "../../editions/table.ts";
import marks from "./style/marks.css" with { type: "text" };
import tokens from "./style/tokens.css" with { type: "text" };

const letters = Object.entries(GRADE_COLORS).map(([family, colors]) => ({ letter: family.toLowerCase(), ...colors }));
const colors = letters.map(({ letter, light, dark }) => `--grade-${letter}:light-dark(${light},${dark});`).join("");
/** In a picture, the class of a grade sets `color`. */
const pictures = letters
  .map(({ letter }) => `svg.grade-${letter},svg .grade-${letter}{color:var(--grade-${letter})}`)
  .join("");
const boxes = letters.map(({ letter }) => `.grade-${letter}{--grade:var(--grade-${letter})}`).join("");

/** The colors of the grades, and the classes that set them: `--grade` for boxes, `color` for pictures. */
export const GRADE_STYLE = `:root{${colors}}${boxes}${pictures}\n`;

/** The sheets of a printed brief: the source on the left, the number on the right. */
export const PRINT_STYLE = Object.entries(EDITIONS)
  .map(
    ([edition, { printed }]) =>
      `@page ${edition}{margin:10mm 12mm 14mm;@bottom-left{content:"${printed}";font:8pt "Public Sans",sans-serif}@bottom-right{content:counter(page) " of " counter(pages);font:8pt "Public Sans",sans-serif}}.printed-${edition}{page:${edition}}`,
  )
  .join("");

const TOKENS: ReadonlyMap<string, string> = new Map(
  [...(colors + tokens.slice(0, tokens.indexOf("@media"))).matchAll(/(--[a-z-]+):\s*([^;]+);/g)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);

/** The rules of marks for a file, in light colors and, where the reader's browser asks for them, in dark ones. */
export const FILE_STYLE = `${resolved("light")}@media (prefers-color-scheme: dark){${resolved("dark")}}`;

/** Without variables, which the renderer of pictures does not know. */
function resolved(theme: "light" | "dark"): string {
  return `svg{color:var(--ink)}.paper{fill:var(--paper)}${pictures}${marks}`
    .replaceAll(/var\((--[a-z-]+)\)/g, (_, name: string) => TOKENS.get(name) ?? "")
    .replaceAll(/light-dark\(([^,]+),\s*([^)]+)\)/g, theme === "light" ? "$1" : "$2")
    .replaceAll(/\/\*.*?\*\/|\s+/gs, " ");
}
