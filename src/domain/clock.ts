/**
 * A clock, passed in as a parameter: nothing outside `main` reads the system clock. Milliseconds since the Unix epoch,
 * UTC.
 */
export interface Clock {
  now(): number;
}
