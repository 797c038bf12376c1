/** The parts of a documentation page that tests check. */
export interface ReadPage {
  readonly status: number;
  readonly html: string;
  /** All text, with entities decoded. */
  readonly text: string;
  /** Paths within the service that the page links to, without fragments. */
  readonly links: readonly string[];
  /** Programs that run as printed. */
  readonly examples: readonly { readonly language: string; readonly code: string }[];
}

export async function readPage(url: string): Promise<ReadPage> {
  const response = await fetch(url, { redirect: "manual" });
  const html = await response.text();
  const links = new Set<string>();
  const examples: { language: string; code: string }[] = [];
  let text = "";
  await new HTMLRewriter()
    .on("a[href]", {
      element(anchor) {
        const href = anchor.getAttribute("href") ?? "";
        if (href.startsWith("/")) links.add(href.replace(/#.*/, ""));
      },
    })
    .on("[data-example]", {
      element(block) {
        examples.push({ language: block.getAttribute("data-example") ?? "", code: "" });
      },
    })
    .on("[data-example] code", {
      text(chunk) {
        const last = examples.at(-1);
        if (last) last.code += chunk.text;
      },
    })
    .on("body", {
      text(chunk) {
        text += chunk.text;
      },
    })
    .transform(new Response(html))
    .text();
  return {
    status: response.status,
    html,
    text: decoded(text),
    links: [...links],
    examples: examples.map(({ language, code }) => ({ language, code: decoded(code) })),
  };
}

/** The entities that our pages use. */
export function decoded(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
