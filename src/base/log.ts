/** A log: the part of pino's interface that code outside `main` uses. Never log a key, a password, or a token. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
