// biome-ignore-all lint/performance/noBarrelFile: the one entry of a published package.
export { type CallOptions, type ClientOptions, SafetyClient } from "./client.ts";
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
export type {
  BatchItem,
  CityRecord,
  CountyRecord,
  DatasetStatistics,
  Explanation,
  InputFault,
  PlaceRecord,
  Problem,
  ProblemCode,
} from "./types.ts";
