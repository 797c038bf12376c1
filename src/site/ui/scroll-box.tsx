/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";

/** Wide content scrolls inside its own box, also with the keyboard, so the page never scrolls sideways. */
export function ScrollBox({ label, children }: PropsWithChildren<{ readonly label: string }>) {
  return (
    <section class="scroll" aria-label={label} tabindex={0}>
      {children}
    </section>
  );
}
