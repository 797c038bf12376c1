import { existsSync, statSync } from "node:fs";

/** The result of one check and what to do; `remedy` is null if nothing needs to be done. */
export interface Finding {
  readonly part: "settings" | "store" | "dataset" | "mail" | "clock" | "disk" | "limits";
  readonly state: "good" | "doubtful" | "bad";
  readonly text: string;
  readonly remedy: string | null;
}

export type Outcome = Omit<Finding, "part">;

export function good(text: string): Outcome {
  return { state: "good", text, remedy: null };
}

export function doubtful(text: string, remedy: string): Outcome {
  return { state: "doubtful", text, remedy };
}

export function bad(text: string, remedy: string): Outcome {
  return { state: "bad", text, remedy };
}

export function isOpenToOthers(path: string): boolean {
  return existsSync(path) && (statSync(path).mode & 0o077) !== 0;
}
