/** Files imported with `{ type: "file" }`, which are included in the one-file executable. */
declare module "*.br" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: a file import has its path as the default export.
  export default path;
}
