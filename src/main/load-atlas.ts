import { messageOf } from "../domain/message.ts";
import { type Atlas, createAtlas } from "../snapshot/atlas.ts";
import { readSnapshot, SNAPSHOT_REMEDY, SnapshotError } from "../snapshot/file.ts";

/** Reads and checks a snapshot file the way the service does. @throws SnapshotError that names the file and what to do.
 */
export function loadAtlas(path: string): Atlas {
  const snapshot = readSnapshot(path);
  try {
    return createAtlas(snapshot);
  } catch (cause) {
    // A file with a valid hash may still not be a snapshot.
    throw new SnapshotError(
      "shape_wrong",
      `${path}: the snapshot cannot be served (${messageOf(cause)}); ${SNAPSHOT_REMEDY}`,
    );
  }
}
