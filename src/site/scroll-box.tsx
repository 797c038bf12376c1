/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";

interface ScrollBoxProps {
  readonly label: string;
  /** Shows the right end first, where a series of days has today. */
  readonly fromEnd?: boolean;
}

/** Wide content scrolls inside its own box, with the keyboard too; the page never scrolls sideways. */
export function ScrollBox({ label, fromEnd = false, children }: PropsWithChildren<ScrollBoxProps>) {
  return (
    <section class={fromEnd ? "scroll from-end" : "scroll"} aria-label={label} tabindex={0}>
      {children}
    </section>
  );
}
