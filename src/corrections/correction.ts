import type { NewEmail } from "../accounts/outbox.ts";
import type { Figure } from "./figure.ts";

/** What an answer means, as a sentence. */
export const ANSWERS = {
  corrected: "The figure was wrong and is corrected.",
  withheld: "The official count is incomplete or in doubt, so the year is withheld or has a caution.",
  unchanged: "The figure is what the official source reports, and stays.",
} as const;
export type AnsweredState = keyof typeof ANSWERS;
/** `received` until the operator answers. */
export type CorrectionState = "received" | AnsweredState;

/** A report that a figure is wrong, as a visitor sends it. */
export interface NewCorrection {
  /** The path of the place's page. */
  readonly path: string;
  /** The place as its page names it: `Lodi, San Joaquin County`. */
  readonly place: string;
  readonly year: number;
  readonly figure: Figure;
  /** The figure as it stood; null if there is none. */
  readonly before: number | null;
  /** What the visitor says it should be; null if they gave no number. */
  readonly expected: number | null;
  /** What is wrong, in the visitor's words. */
  readonly text: string;
  /** Where the right figure is published, in the visitor's words; may be empty. */
  readonly source: string;
  /** For the answer; null if the visitor gave none. */
  readonly email: string | null;
}

/** What the public log shows: nothing that the visitor wrote. */
export interface PublicCorrection extends Pick<NewCorrection, "path" | "place" | "year" | "figure" | "before"> {
  /** The number on the receipt. */
  readonly id: number;
  readonly receivedAtMs: number;
  readonly state: CorrectionState;
  /** The figure after the answer; null if it has no number or the year is withheld. */
  readonly after: number | null;
  readonly answeredAtMs: number | null;
}

export interface Correction extends PublicCorrection, NewCorrection {}

export interface CorrectionAnswer {
  readonly state: AnsweredState;
  readonly after: number | null;
  /** To the visitor; null if the visitor left no address. */
  readonly letter: NewEmail | null;
}

/** Rejects only if the store cannot be reached. */
export interface CorrectionStore {
  /** Resolves to the number of the receipt. `letter` tells the operator. */
  save(correction: NewCorrection, letter?: (id: number) => NewEmail): Promise<number>;
  /** Newest first; only those with a smaller number than `beforeId` if it is given. */
  list(page: { readonly limit: number; readonly beforeId?: number }): Promise<readonly PublicCorrection[]>;
  find(id: number): Promise<Correction | null>;
  /** Without an answer yet, oldest first. */
  open(limit: number): Promise<readonly Correction[]>;
  /**
   * Deletes the visitor's email address, too, and queues the email to it. A later answer replaces an earlier one. False
   * if there is no such report.
   */
  answer(id: number, answer: CorrectionAnswer): Promise<boolean>;
  /** For reports that are not about a figure. False if there is no such report. */
  delete(id: number): Promise<boolean>;
}
