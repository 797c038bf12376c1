export { SafetyClient } from "./client.js";
export { ConnectionError, InputError, KeyError, LimitError, ProblemError, SafetyError, ServerError, SetupError, TimeoutError, UnexpectedAnswerError, } from "./errors.js";
