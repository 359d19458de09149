import type { Schemas } from "./types.js";

/** A problem (RFC 9457). One from a proxy in front of the service has only the first three members. */
export interface Problem extends Partial<Omit<Schemas["Problem"], "type" | "title" | "status">> {
  type: Schemas["Problem"]["type"] | "about:blank";
  title: string;
  status: number;
}

/** Any response other than a success. */
export class RefereeError extends Error {
  override readonly name = "RefereeError";
  /** The HTTP status. */
  readonly status: number;
  /** Why the request failed. `problem.errors` lists every error of the body. */
  readonly problem: Problem;
  /** The id of the request, to find it in the logs of the service. */
  readonly requestId: string | undefined;
  /** The seconds after which another attempt may succeed. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, headers: Headers) {
    super(problem.detail ?? problem.title);
    this.status = problem.status;
    this.problem = problem;
    this.requestId = headers.get("X-Request-ID") ?? undefined;
    this.retryAfter = parseSeconds(headers.get("Retry-After"));
  }
}

/** The error that a response describes. */
export async function readError(response: Response): Promise<RefereeError> {
  const blank: Problem = { type: "about:blank", title: response.statusText || "Error", status: response.status };
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
  const body: unknown = isProblem ? await response.json().catch(() => null) : await response.body?.cancel();
  return new RefereeError({ ...blank, ...(body as Problem | null | undefined) }, response.headers);
}

/** The seconds of a `Retry-After` header, which may also be a date. */
function parseSeconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
