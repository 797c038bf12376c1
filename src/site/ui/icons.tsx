/** @jsxImportSource hono/jsx */
/** Drawn on a grid of 24 by 24 with lines of the text's color. */
const SHAPES = {
  caution: "M12 4 2.6 20h18.8zM12 10v4.5M12 17.2v.1",
  close: "m6 6 12 12M18 6 6 18",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.7v.1",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21",
} as const;
type IconName = keyof typeof SHAPES;

/** The text beside an icon, or `label`, says what it means. */
export function Icon({ name, label }: { readonly name: IconName; readonly label?: string }) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by its label, or hidden where the text beside it says the same.
    <svg class="icon" viewBox="0 0 24 24" {...named}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** The shapes of all icons and the hatching of maps, once a page. It is not hidden: hidden patterns do not paint. */
export function Shapes() {
  return (
    <svg width="0" height="0" class="shapes" aria-hidden="true">
      {Object.entries(SHAPES).map(([name, path]) => (
        <path id={`icon-${name}`} d={path} />
      ))}
      <pattern id="hatch" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v12" class="hatch-line" />
      </pattern>
    </svg>
  );
}
