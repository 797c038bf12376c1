import stored from "../../../data/changes.json" with { type: "json" };
import { oncePer } from "../../base/once-per.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { type SnapshotDiff, type YearChanges, yearChanges } from "../../figures/snapshot-diff.ts";

/** What changed since the previous year, as stored with the released dataset. */
export const changesIn = oncePer((snapshot: Snapshot) => changesOf(snapshot, yearChanges.parse(stored)));

/** null if the stored changes belong to another snapshot, or the previous year lacks figures. */
export function changesOf({ version }: Snapshot, changes: YearChanges): SnapshotDiff | null {
  return changes.from === null || changes.to.version !== version ? null : changes;
}
