/** @jsxImportSource hono/jsx */
import { CodeBlock } from "../code-block.tsx";

const LANGUAGES = { curl: "curl", typescript: "TypeScript", python: "Python", go: "Go" } as const;
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

/**
 * One program in each language, as tabs: radio buttons, of which the style sheet shows the program of the checked one. The
 * arrow keys switch between them, no script is needed, and nothing stores the choice.
 */
export function Examples({ id, programs }: { readonly id: string; readonly programs: Programs }) {
  return (
    <fieldset class="tabs">
      <legend class="visually-hidden">Language of the example</legend>
      {LANGUAGE_NAMES.map((language, index) => (
        <>
          <input
            type="radio"
            name={`${id}-language`}
            id={`${id}-${language}-tab`}
            class="visually-hidden"
            checked={index === 0}
          />
          <label for={`${id}-${language}-tab`}>{LANGUAGES[language]}</label>
          <div class="tab-panel">
            <Example id={`${id}-${language}`} language={language} code={programs[language]} />
          </div>
        </>
      ))}
    </fieldset>
  );
}

const LANGUAGE_NAMES = ["curl", "typescript", "python", "go"] as const satisfies readonly Language[];

/** An example answer. Tests do not run it. */
export function AnswerBlock({ label, value }: { readonly label: string; readonly value: unknown }) {
  return <CodeBlock label={label} text={JSON.stringify(value, null, 2)} />;
}
