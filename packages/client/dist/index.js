// biome-ignore-all lint/performance/noBarrelFile: the one entry of a published package.
export { SafetyClient } from "./client.js";
export { ConnectionError, InputError, KeyError, LimitError, ProblemError, SafetyError, ServerError, SetupError, TimeoutError, UnexpectedAnswerError, } from "./errors.js";
