/** Raised with every change of a snapshot's shape, because a sealed file is accepted by its format alone. */
export const SNAPSHOT_FORMAT = 9;
