import { setTimeout as pause } from "node:timers/promises";

export type HttpCallOptions = {
  baseUrl: string;
  key: string;
  /** All tries together. */
  totalMs?: number;
  /** At one time; who comes later waits its turn within its own `totalMs`. */
  maxConcurrent?: number;
};

export type HttpAnswer = { status: number; body: unknown };

/** The other side did not answer, or not usably: nothing is known about what it did. `message` holds no data of the request. */
export class HttpUnavailable extends Error {
  constructor(why: string) {
    super(`The other side is unavailable: ${why}.`);
    this.name = "HttpUnavailable";
  }
}

const TOTAL_MS = 8_000;
const MAX_CONCURRENT = 16;
const MAX_TRIES = 3;
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Makes the function that calls a provider by HTTP: JSON both ways, a bearer key, a limit on the time of all tries together
 * and on calls at once. Network failures and 5xx are tried again after a growing, uneven pause; other statuses are answers.
 * @throws `HttpUnavailable`
 */
export function createHttpCall(options: HttpCallOptions) {
  const { totalMs = TOTAL_MS, maxConcurrent = MAX_CONCURRENT } = options;
  const base = options.baseUrl.endsWith("/") ? options.baseUrl : `${options.baseUrl}/`;
  const places = createPlaces(maxConcurrent);

  async function once(path: string, body: object, signal: AbortSignal): Promise<HttpAnswer> {
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
    const leave = await places.enter(signal);
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await once(path, body, signal);
        } catch (error) {
          if (signal.aborted || tries === MAX_TRIES) throw unavailable(error, signal);
          await pause(150 * 2 ** tries * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
          if (signal.aborted) throw unavailable(error, signal);
        }
      }
    } finally {
      leave();
    }
  };
}

/** What fetch throws names the address, which may hold a key: only the kind of the failure is told. */
function unavailable(error: unknown, signal: AbortSignal): HttpUnavailable {
  if (signal.aborted) return new HttpUnavailable("no answer in time");
  return error instanceof HttpUnavailable ? error : new HttpUnavailable("no connection");
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new HttpUnavailable("an answer too large");
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

/** A door with so many places; `enter` waits for one, and resolves with the way out. */
function createPlaces(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
  return {
    async enter(signal: AbortSignal): Promise<() => void> {
      if (free > 0) {
        free -= 1;
        return leave;
      }
      const turn = Promise.withResolvers<void>();
      const giveUp = () => {
        waiting.splice(waiting.indexOf(turn.resolve), 1);
        turn.reject(new HttpUnavailable("too many calls at once"));
      };
      waiting.push(turn.resolve);
      signal.addEventListener("abort", giveUp, { once: true });
      await turn.promise;
      signal.removeEventListener("abort", giveUp);
      return leave;
    },
  };
}
