/** Raise these with every change of a file's shape: a sealed file is accepted by its format only. */
export const DATASET_FORMAT = 16;
export const NATION_FORMAT = 5;
