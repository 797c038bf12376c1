/** Where log lines go: the part of pino's face that is used outside `main`. Never a key, a password or a token. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
