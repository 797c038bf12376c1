import { messageOf } from "../domain/message.ts";
import { type Atlas, createAtlasFrom } from "../snapshot/atlas.ts";
import { openSnapshotAt, SNAPSHOT_REMEDY, SnapshotError } from "../snapshot/file.ts";

export interface LoadedAtlas {
  readonly atlas: Atlas;
  /** The content of the file. */
  readonly bytes: Uint8Array;
}

/** Reads and checks a snapshot file the way the service does. @throws SnapshotError that names the file and what to do.
 */
export function loadAtlas(path: string): LoadedAtlas {
  const file = openSnapshotAt(path);
  try {
    return { atlas: createAtlasFrom(file), bytes: file.bytes };
  } catch (cause) {
    // A file with a valid hash may still not be a snapshot.
    throw new SnapshotError(
      "shape_wrong",
      `${path}: the snapshot cannot be served (${messageOf(cause)}); ${SNAPSHOT_REMEDY}`,
    );
  }
}
