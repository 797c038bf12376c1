/** Raise this with every change of a dataset's shape: a sealed file is accepted by its format only. */
export const DATASET_FORMAT = 13;
