import type { Snapshot } from "../../../domain/snapshot.ts";
import { SERVICE_NAME } from "../../layout.tsx";
import { sourceLine } from "../source-line.ts";

interface CitationParts {
  readonly snapshot: Snapshot;
  /** What is cited. */
  readonly title: string;
  /** The year of its figures. */
  readonly year: number;
  /** Absolute URL of the page or files with the figures. */
  readonly url: string;
}

/** One line to quote figures with: what they are, their sources, the version of the dataset with its day, and the URL. */
export function citationOf({ snapshot, title, year, url }: CitationParts): string {
  const day = snapshot.lastUpdated.slice(0, "YYYY-MM-DD".length);
  return `${SERVICE_NAME}, “${title}”. Data: ${sourceLine(year)}. Dataset version ${snapshot.version} of ${day}. ${url}`;
}
