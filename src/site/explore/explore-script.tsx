/** @jsxImportSource hono/jsx */
import { ASSETS } from "../assets.ts";

/** Lets a table answer while one types; the page works without it. */
export function ExploreScript() {
  return <script src={ASSETS.explore.url} defer />;
}

/** Adds zoom, pan, and names to a map; the page works without it. */
export function MapScript() {
  return <script src={ASSETS.map.url} defer />;
}
