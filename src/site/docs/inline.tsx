/** @jsxImportSource hono/jsx */
/** Text of the OpenAPI document or of a table, in which backticks mark code. Nothing for no text. */
export function Inline({ text }: { readonly text: string }) {
  if (text === "") return null;
  return <span>{text.split("`").map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</span>;
}
