import { addressGuide } from "./address-guide.tsx";
import { assistants } from "./assistants.tsx";
import { authentication } from "./authentication.tsx";
import { batchGuide } from "./batch-guide.tsx";
import { pythonClient, typescriptClient } from "./clients.tsx";
import { dataset } from "./dataset.tsx";
import { errorsGuide } from "./errors-guide.tsx";
import { glossary } from "./glossary.tsx";
import type { Guide } from "./guide.ts";
import { limits } from "./limits.tsx";
import { names } from "./names.tsx";
import { privacy } from "./privacy.tsx";
import { quickStart } from "./quick-start.tsx";
import { terms } from "./terms.tsx";
import { versions } from "./versions.tsx";

/** In reading order for a newcomer. */
export const GUIDES: readonly Guide[] = [
  quickStart,
  addressGuide,
  authentication,
  limits,
  errorsGuide,
  names,
  batchGuide,
  versions,
  dataset,
  glossary,
  terms,
  privacy,
];

/** Tools for use with the API. */
export const TOOLS: readonly Guide[] = [typescriptClient, pythonClient, assistants];
