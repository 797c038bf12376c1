/** A source file under mutation testing, and the tests that must notice a change of it: the narrowest set that does. */
export interface Target {
  readonly file: string;
  readonly tests: readonly string[];
}

/** Groups as the table shows them; docs/testing.md has the survivors that are equivalent. */
export const GROUPS: Readonly<Record<string, readonly Target[]>> = {
  access: [
    { file: "src/access/key.ts", tests: ["test/access/key.test.ts"] },
    { file: "src/access/recent.ts", tests: ["test/access/recent.test.ts"] },
    { file: "src/access/burst.ts", tests: ["test/access/burst.test.ts"] },
  ],
  domain: [
    { file: "src/domain/name.ts", tests: ["test/domain/name.test.ts"] },
    { file: "src/domain/lazy.ts", tests: ["test/domain/lazy.test.ts"] },
    { file: "src/domain/explain.ts", tests: ["test/domain/explain.test.ts"] },
    { file: "src/domain/explain-steps.ts", tests: ["test/domain/explain.test.ts"] },
  ],
};
