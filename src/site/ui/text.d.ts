/* biome-ignore-all lint/style/noDefaultExport: such an import has the text or the path as the default export. */

/** Files imported with `{ type: "text" }`, which are included in the one-file executable. */
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.svg" {
  const text: string;
  export default text;
}
declare module "*.js" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.csv" {
  const text: string;
  export default text;
}
declare module "*.woff2" {
  const path: string;
  export default path;
}
declare module "@takumi-rs/wasm/takumi_wasm_bg.wasm" {
  const path: string;
  export default path;
}
