import { setTimeout as pause } from "node:timers/promises";

export type HttpCallOptions = {
  baseUrl: string;
  key: string;
  /** The limit of all attempts together. */
  totalMs?: number;
  /** Concurrent calls; further calls wait within their own `totalMs`. */
  maxConcurrent?: number;
};

export type HttpAnswer = { status: number; body: unknown };

/** The provider gave no usable answer, so the outcome of the call is unknown. `message` holds no request data. */
export class HttpUnavailable extends Error {
  constructor(why: string) {
    super(`The provider is unavailable: ${why}.`);
    this.name = "HttpUnavailable";
  }
}

const TOTAL_MS = 8_000;
const MAX_CONCURRENT = 16;
const MAX_ATTEMPTS = 3;
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Creates a function that calls a provider by HTTP: JSON in both directions, a bearer key, and limits on the total
 * time of all attempts and on concurrent calls. Network failures and 5xx are retried with growing, jittered pauses;
 * other statuses are returned.
 * @throws `HttpUnavailable`
 */
export function createHttpCall(options: HttpCallOptions) {
  const { totalMs = TOTAL_MS, maxConcurrent = MAX_CONCURRENT } = options;
  const base = options.baseUrl.endsWith("/") ? options.baseUrl : `${options.baseUrl}/`;
  const semaphore = createSemaphore(maxConcurrent);

  async function attempt(path: string, body: object, signal: AbortSignal): Promise<HttpAnswer> {
    const response = await fetch(new URL(path, base), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        authorization: `Bearer ${options.key}`,
      },
      body: JSON.stringify(body),
      redirect: "error",
      signal,
    });
    const text = await readText(response);
    if (response.status >= 500) throw new HttpUnavailable(`status ${response.status}`);
    return { status: response.status, body: parseJson(text) };
  }

  return async function call(path: string, body: object): Promise<HttpAnswer> {
    const signal = AbortSignal.timeout(totalMs);
    const release = await semaphore.acquire(signal);
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(path, body, signal);
        } catch (error) {
          if (signal.aborted || tries === MAX_ATTEMPTS) throw unavailable(error, signal);
          await pause(150 * 2 ** tries * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
          if (signal.aborted) throw unavailable(error, signal);
        }
      }
    } finally {
      release();
    }
  };
}

/** Errors of fetch contain the URL, which may hold a key, so only the kind of failure is reported. */
function unavailable(error: unknown, signal: AbortSignal): HttpUnavailable {
  if (signal.aborted) return new HttpUnavailable("no answer in time");
  return error instanceof HttpUnavailable ? error : new HttpUnavailable("no connection");
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new HttpUnavailable("response too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A counting semaphore; `enter` waits for a place and resolves with the function that releases it. */
export function createSemaphore(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
  return {
    async acquire(signal: AbortSignal): Promise<() => void> {
      if (free > 0) {
        free -= 1;
        return release;
      }
      const turn = Promise.withResolvers<void>();
      const giveUp = () => {
        waiting.splice(waiting.indexOf(turn.resolve), 1);
        turn.reject(new HttpUnavailable("too many concurrent calls"));
      };
      waiting.push(turn.resolve);
      signal.addEventListener("abort", giveUp, { once: true });
      await turn.promise;
      signal.removeEventListener("abort", giveUp);
      return release;
    },
  };
}
