/** @jsxImportSource hono/jsx */
import type { ProblemCode } from "../../domain/problem.ts";
import { URLS, urlOf } from "./urls.ts";

export function ErrorLink({ code }: { readonly code: ProblemCode }) {
  return (
    <a href={urlOf(URLS.error, { code })}>
      <code>{code}</code>
    </a>
  );
}
