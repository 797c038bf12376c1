/** Raise this with every change of a snapshot's shape: a sealed file is accepted by its format only. */
export const SNAPSHOT_FORMAT = 10;
