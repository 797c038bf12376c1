/** @jsxImportSource hono/jsx */
import { CodeBlock } from "./code-block.tsx";

const LANGUAGES = { curl: "curl", typescript: "TypeScript", python: "Python" } as const;
export type Language = keyof typeof LANGUAGES;

/** A program that runs as printed, with a key in `SAFETY_API_KEY`. */
export interface Program {
  readonly language: Language;
  readonly code: string;
}

interface ExamplesProps {
  /** Start of the ids of the blocks. */
  readonly id: string;
  readonly programs: readonly Program[];
}

/** Tabs are radio buttons: the style sheet shows the checked one's program, and a script keeps the choice. */
export function Examples({ id, programs }: ExamplesProps) {
  // The tests find programs by `data-example` and run them.
  const block = ({ language, code }: Program) => (
    <div data-example={language}>
      <CodeBlock id={`${id}-${language}`} label={`${LANGUAGES[language]} example ${id}`} text={code} />
    </div>
  );
  if (programs.length < 2) return <>{programs.map(block)}</>;
  return (
    <fieldset class="tabs">
      <legend class="visually-hidden">Language of the example</legend>
      {programs.map((program, index) => (
        <>
          <input
            type="radio"
            name={`${id}-language`}
            id={`${id}-${program.language}-tab`}
            value={program.language}
            class="visually-hidden"
            checked={index === 0}
          />
          <label for={`${id}-${program.language}-tab`}>{LANGUAGES[program.language]}</label>
          <div class="tab-panel">{block(program)}</div>
        </>
      ))}
    </fieldset>
  );
}
