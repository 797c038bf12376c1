/** @jsxImportSource hono/jsx */
import { ASSETS } from "../assets.ts";

/** Filters a table while the user types. The page works without it. */
export function ExploreScript() {
  return <script src={ASSETS.explore.url} defer />;
}

/** Adds zoom, pan, and names to a map. The page works without it. */
export function MapScript() {
  return <script src={ASSETS.map.url} defer />;
}
