/** The body of each answer, as a generated client returns it. */
export interface Answers {
  readonly city: unknown;
  readonly absentCity: unknown;
  readonly county: unknown;
  readonly batch: unknown;
  readonly statistics: unknown;
  readonly explanation: unknown;
  readonly countyExplanation: unknown;
  readonly history: unknown;
  readonly countyHistory: unknown;
  readonly places: unknown;
  readonly zip: unknown;
  readonly point: unknown;
}

/** Parts of some answers that a program reads, so that the compiler checks the types of found and not-found answers. */
export interface Fields {
  readonly grade: string | undefined;
  readonly batchGrades: readonly (string | undefined)[];
  readonly score: number | undefined;
  readonly years: number | undefined;
  readonly firstPlace: string | undefined;
  readonly candidates: readonly string[] | undefined;
}

export const apiKey = process.env["SAFETY_API_KEY"] ?? "";

export function print(answers: Answers, fields: Fields): void {
  console.log(JSON.stringify({ answers, fields }));
}
