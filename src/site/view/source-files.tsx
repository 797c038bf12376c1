/** @jsxImportSource hono/jsx */
import { URLS } from "../ui/urls.ts";

/** From the name of a source to the files of it that were read. */
export function SourceFiles() {
  return <a href={`${URLS.downloads}#source-files`}>the files, and how to check them</a>;
}
