/** The numeric id from a path; null for anything else. */
export function idOf(parameter: string | undefined): number | null {
  const id = Number(parameter);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
