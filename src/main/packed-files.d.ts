/* biome-ignore-all lint/style/noDefaultExport: such an import has the path as the default export. */

/** Files imported with `{ type: "file" }`, which are included in the one-file executable. */
declare module "*.br" {
  const path: string;
  export default path;
}
declare module "*.bin" {
  const path: string;
  export default path;
}
