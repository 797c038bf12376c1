/** The encoding that a database must have. */
export const UTF8 = "UTF8";

/** What a session needs, whatever the role, the database, or the server sets. */
export const NEEDED = {
  /** The counting rule is exact with this one, and no other makes transactions fail that wait for each other. */
  default_transaction_isolation: "read committed",
  /** The form of times that the driver reads. */
  datestyle: "ISO",
} as const;
export type SessionSetting = keyof typeof NEEDED;

/** The statement that makes it the default of a role. */
export function alterRole(setting: SessionSetting): string {
  return `ALTER ROLE … SET ${setting} = '${NEEDED[setting]}'`;
}
