/** A source file under mutation testing, and the tests that must notice a change in it: the smallest set that does. */
export interface Target {
  readonly file: string;
  readonly tests: readonly string[];
  /** A pattern for the names of the tests to run; by default all. */
  readonly only?: string;
  /** The tests use PostgreSQL: one server is started for all runs. */
  readonly needsPostgres?: boolean;
}

/**
 * Groups as shown in the table. A file without mutants, for example with only types, is not listed. A comment above a row
 * says which mutants survive because they change nothing.
 */
export const GROUPS: Readonly<Record<string, readonly Target[]>> = {
  access: [
    {
      file: "src/access/admission.ts",
      tests: ["test/access/decisions.test.ts", "test/access/flush-when-idle.test.ts"],
    },
    { file: "src/access/burst.ts", tests: ["test/access/burst.test.ts"] },
    { file: "src/access/key.ts", tests: ["test/access/key.test.ts"] },
    { file: "src/domain/lru.ts", tests: ["test/domain/lru.test.ts"] },
    { file: "src/access/scan.ts", tests: ["test/access/scan.test.ts"] },
  ],
  "throttle, session, and CSRF": [
    // The first half of an address always exists, and the second only adds groups after the four that count.
    { file: "src/accounts/throttle.ts", tests: ["test/accounts/throttle.test.ts"] },
    { file: "src/accounts/client.ts", tests: ["test/accounts/client.test.ts"] },
    { file: "src/site/csrf.ts", tests: ["test/site/csrf.test.ts"] },
    // "" for no session and no token: no session has that id, and no token is that text.
    { file: "src/site/session.ts", tests: ["test/site/forms.test.ts"] },
  ],
  "turns of pages": [{ file: "src/site/one-per-tick.ts", tests: ["test/site/one-per-tick.test.ts"] }],
  domain: [
    { file: "src/domain/alias.ts", tests: ["test/domain/alias.test.ts"] },
    { file: "src/domain/california.ts", tests: ["test/domain/california.test.ts"] },
    { file: "src/domain/caution.ts", tests: ["test/domain/caution.test.ts"] },
    { file: "src/domain/grade.ts", tests: ["test/domain/grade.test.ts"] },
    { file: "src/domain/lazy.ts", tests: ["test/domain/lazy.test.ts"] },
    // The filter of `namesOf` only informs the compiler.
    { file: "src/domain/offense.ts", tests: ["test/domain/offense.test.ts"] },
    { file: "src/domain/origin.ts", tests: ["test/domain/origin.test.ts"] },
    { file: "src/domain/plan.ts", tests: ["test/domain/plan.test.ts"] },
    { file: "src/domain/plan-settings.ts", tests: ["test/domain/plan.test.ts"] },
    { file: "src/domain/published.ts", tests: ["test/domain/published.test.ts"] },
    { file: "src/domain/score.ts", tests: ["test/domain/score.test.ts"] },
    { file: "src/domain/trend.ts", tests: ["test/domain/trend.test.ts"] },
    { file: "src/domain/window.ts", tests: ["test/domain/window.test.ts"] },
    { file: "src/domain/record.ts", tests: ["test/api/openapi-committed.test.ts"] },
    {
      file: "src/domain/place-query.ts",
      tests: ["test/domain/place.test.ts", "test/api/openapi-committed.test.ts"],
    },
    { file: "src/domain/place.ts", tests: ["test/domain/place.test.ts", "test/api/openapi-committed.test.ts"] },
    { file: "src/domain/explanation.ts", tests: ["test/api/openapi-committed.test.ts"] },
    { file: "src/domain/history-record.ts", tests: ["test/api/openapi-committed.test.ts"] },
    { file: "src/domain/history.ts", tests: ["test/api/openapi-committed.test.ts", "test/domain/history.test.ts"] },
    // `rate > stateRate` as `>=`: equal rates differ by 0% and use the words "as many as".
    { file: "src/domain/explain.ts", tests: ["test/domain/explain.test.ts", "test/domain/explain-rules.test.ts"] },
    {
      file: "src/domain/explain-steps.ts",
      tests: ["test/domain/explain.test.ts", "test/domain/explain-rules.test.ts"],
    },
    { file: "src/domain/snapshot.ts", tests: ["test/domain/snapshot-schema.test.ts"] },
    { file: "src/domain/snapshot-diff.ts", tests: ["test/domain/snapshot-schema.test.ts"] },
    // The quick comparisons of `isTooLong` and the path for ASCII only save time. A pattern without `+` is applied to
    // each match anyway.
    { file: "src/domain/name.ts", tests: ["test/domain/name.test.ts"] },
  ],
  "the counting rule": [
    { file: "src/store/counting.ts", tests: ["test/store/counting.test.ts"] },
    // Every policy other than "month" is a day, `null <= n` is true, and an equal start is the same window.
    { file: "src/store/windows.ts", tests: ["test/store/windows.test.ts"] },
  ],
  "admission in SQLite": [
    {
      file: "src/store/sqlite/count-batch.ts",
      tests: [
        "test/store/sqlite-admission.test.ts",
        "test/store/admission.test.ts",
        "test/store/admission-model.test.ts",
        "test/store/caches.test.ts",
      ],
      only: "^(?!.*on postgres)",
    },
    // The statements for the version and the newest windows always return one row, and each kind has a statement.
    {
      file: "src/store/sqlite/rows.ts",
      tests: [
        "test/store/sqlite-admission.test.ts",
        "test/store/admission.test.ts",
        "test/store/admission-model.test.ts",
        "test/store/caches.test.ts",
      ],
      only: "^(?!.*on postgres)",
    },
  ],
  "admission in PostgreSQL": [
    // The statement returns a row for each requested quota and checks again whether a counter is used up; only an
    // exhausted quota needs the time.
    {
      file: "src/store/postgres/count-batch.ts",
      tests: [
        "test/store/postgres-admission.test.ts",
        "test/store/admission.test.ts",
        "test/store/admission-model.test.ts",
      ],
      only: "^(?!.*on sqlite)",
      needsPostgres: true,
    },
    {
      file: "src/store/postgres/statement.ts",
      tests: [
        "test/store/postgres-admission.test.ts",
        "test/store/admission.test.ts",
        "test/store/admission-model.test.ts",
        "test/store/lock-order.postgres.test.ts",
      ],
      only: "^(?!.*on sqlite)",
      needsPostgres: true,
    },
    {
      file: "src/store/postgres/key-cache.ts",
      tests: ["test/store/caches.test.ts", "test/store/postgres-admission.test.ts"],
      only: "^(?!.*on sqlite)",
      needsPostgres: true,
    },
  ],
};
