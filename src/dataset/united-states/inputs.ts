import type { NationLedger, NationLedgerPlace } from "./ledger.ts";
import type { NationModels } from "./models.ts";

/** What the records of the nation are made of. */
export interface NationInputs {
  readonly ledger: NationLedger;
  readonly models: NationModels;
  readonly aliasesOf: (place: NationLedgerPlace) => readonly string[];
  /** Whether the ranges of a state's places held in the back-test. */
  readonly hasRange: (state: string) => boolean;
}
