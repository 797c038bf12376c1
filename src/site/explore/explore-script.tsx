/** @jsxImportSource hono/jsx */
import { ASSETS } from "../assets.ts";

/** Adds to a page of the explorer what it can do without. */
export function ExploreScript() {
  return <script src={ASSETS.explore.url} defer />;
}
