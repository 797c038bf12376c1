/** Files imported with `{ type: "text" }`, which are included in the one-file executable. */
declare module "*.css" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a text import has its text as the default export.
  export default text;
}
declare module "*.svg" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a text import has its text as the default export.
  export default text;
}
declare module "*/client/page.js" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a text import has its text as the default export.
  export default text;
}
declare module "*/client/explore.js" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a text import has its text as the default export.
  export default text;
}
declare module "*/client/map.js" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a text import has its text as the default export.
  export default text;
}
declare module "*/client/search.js" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a text import has its text as the default export.
  export default text;
}
declare module "*.md" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a text import has its text as the default export.
  export default text;
}
declare module "*.csv" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a text import has its text as the default export.
  export default text;
}
declare module "*.woff2" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: a file import has its path as the default export.
  export default path;
}
declare module "@takumi-rs/wasm/takumi_wasm_bg.wasm" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: a file import has its path as the default export.
  export default path;
}
