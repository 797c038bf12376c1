/** @jsxImportSource hono/jsx */
import { CodeBlock } from "../code-block.tsx";

export const LANGUAGES = { curl: "curl", typescript: "TypeScript", python: "Python", go: "Go" } as const;
export type Language = keyof typeof LANGUAGES;
/** The same program in each language. */
export type Programs = Readonly<Record<Language, string>>;

interface ExampleProps {
  readonly id: string;
  readonly language: Language;
  readonly code: string;
  /** The subject, if a page has several examples in one language: labels of regions must be unique. */
  readonly topic?: string;
}

/** A program that runs as printed, with a key in `SAFETY_API_KEY`. The tests find it by `data-example` and run it. */
export function Example({ id, language, code, topic }: ExampleProps) {
  const label = `${LANGUAGES[language]} example${topic === undefined ? "" : ` for ${topic}`}`;
  return (
    <div data-example={language}>
      <CodeBlock id={id} label={label} text={code} />
    </div>
  );
}

/** One program in each language. The first is open; opening another closes it. */
export function Examples({ id, programs }: { readonly id: string; readonly programs: Programs }) {
  return (
    <>
      {LANGUAGE_NAMES.map((language, index) => (
        <details name={id} open={index === 0} class="program">
          <summary>{LANGUAGES[language]}</summary>
          <Example id={`${id}-${language}`} language={language} code={programs[language]} />
        </details>
      ))}
    </>
  );
}

const LANGUAGE_NAMES = ["curl", "typescript", "python", "go"] as const satisfies readonly Language[];

/** An example answer. Tests do not run it. */
export function AnswerBlock({ label, value }: { readonly label: string; readonly value: unknown }) {
  return <CodeBlock label={label} text={JSON.stringify(value, null, 2)} />;
}
