/** Asks a server for all of some paths over several connections. @throws Error if one is not answered 200 */
export async function fetchAll(
  url: string,
  paths: readonly string[],
  connections: number,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const left = [...paths];
  const ask = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const answer = await fetch(url + path, { headers, decompress: false });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} is answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
}

/** As programs that read all pages ask for them. */
export const CRAWLER = { "Accept-Encoding": "zstd" };

/** The paths of all addresses in the sitemap of a server. */
export async function sitemapOf(url: string): Promise<readonly string[]> {
  const text = await (await fetch(`${url}/sitemap.xml`)).text();
  return [...text.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = ""]) => path);
}
