/** The JSON text of an object whose members are JSON texts. */
export function objectText(members: Readonly<Record<string, string>>): string {
  let text = "";
  for (const name in members) text += `${text === "" ? "{" : ","}"${name}":${members[name]}`;
  return text === "" ? "{}" : `${text}}`;
}
