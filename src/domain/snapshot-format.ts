/**
 * Raised with every change of a snapshot's shape, whoever could misread it or not: of a sealed file the format is all that is
 * asked.
 */
export const SNAPSHOT_FORMAT = 8;
