// biome-ignore-all lint/performance/noBarrelFile: the one entry of a published package.
export type { CallOptions } from "./call-options.ts";
export { type Names, type PlaceNames, SafetyClient } from "./client.ts";
export {
  ConnectionError,
  InputError,
  KeyError,
  LimitError,
  ProblemError,
  SafetyError,
  ServerError,
  SetupError,
  TimeoutError,
  UnexpectedAnswerError,
} from "./errors.ts";
export type { Limits } from "./limits.ts";
export type { ClientOptions, Fetch } from "./options.ts";
export type * from "./types.ts";
