/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";

interface ScrollBoxProps {
  readonly label: string;
}

/** Wide content scrolls inside its own box, also with the keyboard, so the page never scrolls sideways. */
export function ScrollBox({ label, children }: PropsWithChildren<ScrollBoxProps>) {
  return (
    <section class="scroll" aria-label={label} tabindex={0}>
      {children}
    </section>
  );
}
