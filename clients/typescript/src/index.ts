export type { components, operations, paths } from "./contract.js";
export { RefereeError, type Problem } from "./error.js";
export { Referee } from "./referee.js";
export type { CallOptions, RefereeOptions } from "./transport.js";
export type * from "./types.js";
