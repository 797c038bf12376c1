import { messageOf } from "../domain/message.ts";
import { parseSnapshotAt, SNAPSHOT_REMEDY, SnapshotError } from "../places/file.ts";
import { createPlaces, type Places } from "../places/places.ts";

export interface LoadedPlaces {
  readonly places: Places;
  /** The content of the file. */
  readonly bytes: Uint8Array;
}

/** Reads and checks a snapshot file the way the service does. @throws SnapshotError that names the file and what to do.
 */
export function loadPlaces(path: string): LoadedPlaces {
  const { snapshot, bytes } = parseSnapshotAt(path);
  try {
    return { places: createPlaces(snapshot), bytes };
  } catch (cause) {
    // A file with a valid hash may still not be a snapshot.
    throw new SnapshotError(
      "shape_wrong",
      `${path}: the snapshot cannot be served (${messageOf(cause)}); ${SNAPSHOT_REMEDY}`,
    );
  }
}
