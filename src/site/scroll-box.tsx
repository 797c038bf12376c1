/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";

interface ScrollBoxProps {
  readonly label: string;
  /** Whether to show the right end first, for example for a series of days that ends today. */
  readonly fromEnd?: boolean;
}

/** Wide content scrolls inside its own box, also with the keyboard, so the page never scrolls sideways. */
export function ScrollBox({ label, fromEnd = false, children }: PropsWithChildren<ScrollBoxProps>) {
  return (
    <section class={fromEnd ? "scroll from-end" : "scroll"} aria-label={label} tabindex={0}>
      {children}
    </section>
  );
}
