/** The parts of negotiator 1.1 that we use. The published types are for an older release without `preferred`. */
declare module "negotiator" {
  // biome-ignore lint/style/noDefaultExport: a CommonJS module has its value as the default export.
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> });
    /** The best of the available codings. Among equally good ones, the first preferred one. */
    encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
    /** The best of the available media types. */
    mediaType(available: readonly string[]): string | undefined;
  }
}
