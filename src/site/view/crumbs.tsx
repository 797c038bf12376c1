/** @jsxImportSource hono/jsx */
import type { View } from "./place-view.ts";

/** The pages above one, and its own name. */
export function Crumbs({ above, name }: Pick<View, "above" | "name">) {
  return (
    <nav aria-label="Place" class="crumbs">
      {above.map(([href, text]) => (
        <>
          <a href={href}>{text}</a> /{" "}
        </>
      ))}
      <span aria-current="page">{name}</span>
    </nav>
  );
}
