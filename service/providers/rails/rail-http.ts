import { Pool } from "undici";
import { createSemaphore, HttpUnavailable } from "../http-call.ts";

export type RailRequest = {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type RailReply = { status: number; text: string };

/** No bytes of the request left this machine. */
export class NotSent extends Error {
  constructor() {
    super("The request was not sent.");
    this.name = "NotSent";
  }
}

/** The request may have arrived, but no complete answer came back. The message holds no request data. */
export class NoAnswer extends Error {
  readonly code: "timeout" | "connection" | "too_large";
  constructor(code: NoAnswer["code"]) {
    super(`The rail gave no answer: ${code}.`);
    this.name = "NoAnswer";
    this.code = code;
  }
}

const MAX_REPLY_BYTES = 1024 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Sends requests to one gateway over kept connections, at most `connections` at once. A request is sent once: nothing is repeated and
 * no redirect followed. `timeoutMs` limits the wait for a connection and then the exchange itself.
 */
export function createRailHttp(options: { baseUrl: string; timeoutMs: number; connections: number }) {
  const base = new URL(options.baseUrl.endsWith("/") ? options.baseUrl : `${options.baseUrl}/`);
  const semaphore = createSemaphore(options.connections);
  const pool = new Pool(base.origin, {
    connections: options.connections,
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, options.timeoutMs) },
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
  });

  async function exchange(request: RailRequest): Promise<RailReply> {
    const signal = AbortSignal.timeout(options.timeoutMs);
    try {
      const { statusCode, body } = await pool.request({
        method: request.method,
        path: `${base.pathname}${request.path}`,
        headers: { accept: "application/json", ...request.headers },
        body: request.body ?? null,
        signal,
      });
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of body) {
        bytes += (chunk as Uint8Array).byteLength;
        if (bytes > MAX_REPLY_BYTES) throw new NoAnswer("too_large");
        chunks.push(chunk as Uint8Array);
      }
      return { status: statusCode, text: Buffer.concat(chunks).toString("utf8") };
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      throw new NoAnswer(signal.aborted || isTimeout(error) ? "timeout" : "connection");
    }
  }

  return {
    /** @throws `NotSent`, `NoAnswer` */
    async call(request: RailRequest): Promise<RailReply> {
      const release = await semaphore.acquire(AbortSignal.timeout(options.timeoutMs)).catch((error: unknown) => {
        throw error instanceof HttpUnavailable ? new NotSent() : error;
      });
      try {
        return await exchange(request);
      } finally {
        release();
      }
    },
    close: () => pool.destroy(),
  };
}

function isTimeout(error: unknown): boolean {
  return /TIMEOUT/.test(String((error as { code?: unknown }).code));
}
