/** The downloads of tens of thousands of rows: test/systems/downloads.test.ts compares their formats. */
export const LONG_TABLES: readonly string[] = ["us-history", "us-places", "us-zip-codes", "us-names"];
