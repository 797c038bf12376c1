import type { SharedFile } from "../../base/held-file.ts";
import type { EditionName } from "../../editions/table.ts";
import type { PageFacts } from "./page.ts";
import type { SiteSettings } from "./services.ts";

/** What the thread answers until it gets other settings or other datasets. */
export interface PageSetup {
  readonly settings: SiteSettings;
  readonly providerOrigins: readonly string[];
  readonly files: Readonly<Record<EditionName, SharedFile>>;
  /** Where to keep downloads. It does not exist before the first one. */
  readonly folder: string;
}

export interface PageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** Missing if there is no page. */
  readonly page?: PageFacts;
  /** Why the page failed, for the log. */
  readonly failure?: string;
}

/** The thread answers a request, and a setup with null. */
export type PageQuestion = PageSetup | PageRequest;
