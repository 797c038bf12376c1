/** Milliseconds since the Unix epoch, UTC. Passed in: nothing outside `main` reads the system clock. */
export interface Clock {
  now(): number;
}
