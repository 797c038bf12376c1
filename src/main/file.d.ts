/** Files that are imported with `{ type: "file" }`, so that they are part of a one-file executable. */
declare module "*.br" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: a file import has its path as the default export.
  export default path;
}
