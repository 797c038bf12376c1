/** The names of all packages of which this process has loaded a module, sorted. */
export function packagesInMemory(): readonly string[] {
  const paths = Object.keys(require.cache).flatMap((path) => path.split("/node_modules/").slice(1));
  const names = paths.flatMap((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(names)].toSorted();
}
