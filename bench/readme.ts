/** README.md with the two ratios of its section "Speed" as in the table of targets on the benchmark page. */
export function withPublishedRatios(readme: string, page: string): string {
  const toNode = ratioIn(page, "city, SQLite, to node:http constant");
  const toFastify = ratioIn(page, "city, SQLite, to Fastify, rate-limit plugin, SQLite");
  return readme
    .replace(/about [\d.]+(?= times as many requests per second as a bare Node)/, `about ${toNode}`)
    .replace(/about [\d.]+(?= times as many as Fastify)/, `about ${toFastify}`);
}

/** The measured ratio in the row of a target, which may say that it is of three runs; with two digits. */
function ratioIn(page: string, target: string): string {
  const row = page.split("\n").find((line) => line.startsWith(`| ${target}`));
  const measured = Number(row?.split("|")[3]);
  if (Number.isNaN(measured)) throw new Error(`the benchmark page has no figure for "${target}"`);
  return measured.toPrecision(2);
}
