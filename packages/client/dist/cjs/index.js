"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.UnexpectedAnswerError = exports.TimeoutError = exports.SetupError = exports.ServerError = exports.SafetyError = exports.ProblemError = exports.LimitError = exports.KeyError = exports.InputError = exports.ConnectionError = exports.SafetyClient = void 0;
// biome-ignore-all lint/performance/noBarrelFile: the one entry of a published package.
var client_ts_1 = require("./client.js");
Object.defineProperty(exports, "SafetyClient", { enumerable: true, get: function () { return client_ts_1.SafetyClient; } });
var errors_ts_1 = require("./errors.js");
Object.defineProperty(exports, "ConnectionError", { enumerable: true, get: function () { return errors_ts_1.ConnectionError; } });
Object.defineProperty(exports, "InputError", { enumerable: true, get: function () { return errors_ts_1.InputError; } });
Object.defineProperty(exports, "KeyError", { enumerable: true, get: function () { return errors_ts_1.KeyError; } });
Object.defineProperty(exports, "LimitError", { enumerable: true, get: function () { return errors_ts_1.LimitError; } });
Object.defineProperty(exports, "ProblemError", { enumerable: true, get: function () { return errors_ts_1.ProblemError; } });
Object.defineProperty(exports, "SafetyError", { enumerable: true, get: function () { return errors_ts_1.SafetyError; } });
Object.defineProperty(exports, "ServerError", { enumerable: true, get: function () { return errors_ts_1.ServerError; } });
Object.defineProperty(exports, "SetupError", { enumerable: true, get: function () { return errors_ts_1.SetupError; } });
Object.defineProperty(exports, "TimeoutError", { enumerable: true, get: function () { return errors_ts_1.TimeoutError; } });
Object.defineProperty(exports, "UnexpectedAnswerError", { enumerable: true, get: function () { return errors_ts_1.UnexpectedAnswerError; } });
