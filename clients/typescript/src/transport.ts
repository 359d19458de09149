import { readError } from "./error.js";
import type { Language } from "./types.js";

/** How to reach the service. */
export interface RefereeOptions {
  /** The address of the service, such as `https://referee.example`. */
  baseUrl: string | URL;
  /** The API key, if the service requires one. */
  apiKey?: string | undefined;
  /** The language of all texts. Default: that of the browser, else English. */
  language?: Language | undefined;
  /** How often a request is repeated that gets a 429 or a 503 with `Retry-After`. Default: 2. */
  retries?: number | undefined;
  /** The longest wait before such a repetition, in seconds; if the service asks for more, the error is thrown. Default: 10. */
  longestWait?: number | undefined;
  /** A replacement for the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the request and the wait before a repetition, for example `AbortSignal.timeout(5000)`. */
  signal?: AbortSignal | undefined;
  /** The language of this answer. */
  language?: Language | undefined;
  /** The `X-Request-ID` of this call. Without it, the service makes one. */
  requestId?: string | undefined;
}

/** Sends requests, and repeats those that the service rejects for now. */
export class Transport {
  readonly #options: RefereeOptions;
  readonly #base: string;

  constructor(options: RefereeOptions) {
    this.#options = options;
    this.#base = String(options.baseUrl).replace(/\/+$/, "");
  }

  /** The JSON of a successful response. Throws a `RefereeError` for any other. */
  async send<Answer>(path: string, body: unknown, call: CallOptions = {}): Promise<Answer> {
    const { retries = 2, longestWait = 10, fetch: send = fetch } = this.#options;
    for (let attempt = 0; ; attempt++) {
      const response = await send(this.#base + path, this.#init(body, call));
      if (response.ok) return (await response.json()) as Answer;
      const error = await readError(response);
      const wait = error.status === 429 || error.status === 503 ? error.retryAfter : undefined;
      if (wait === undefined || wait > longestWait || attempt >= retries) throw error;
      await sleep(wait, call.signal);
    }
  }

  #init(body: unknown, { signal, language, requestId }: CallOptions): RequestInit {
    const headers = new Headers({ Accept: "application/json, application/problem+json" });
    const wanted = language ?? this.#options.language;
    if (wanted) headers.set("Accept-Language", wanted);
    if (this.#options.apiKey) headers.set("Authorization", `Bearer ${this.#options.apiKey}`);
    if (requestId) headers.set("X-Request-ID", requestId);
    const aborting = signal ? { signal } : {};
    if (body === undefined) return { headers, ...aborting };
    const isFile = body instanceof Blob;
    headers.set("Content-Type", isFile ? body.type || "application/octet-stream" : "application/json");
    return { method: "POST", headers, body: isFile ? body : JSON.stringify(body), ...aborting };
  }
}

function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
