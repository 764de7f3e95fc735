import { attempt, type Sent } from "./attempt.ts";
import { WalletError } from "./error.ts";
import type { ClientOptions, Credential, Tokens } from "./options.ts";
import { type AnyInput, requestOf } from "./request.ts";
import type { Routes } from "./routes.ts";
import { createSession } from "./session.ts";

export type { ClientOptions, Credential, Tokens };
export { WalletError };

export type Route = keyof Routes;
export type Reply<R extends Route> = Routes[R]["reply"];
export type CallOptions = { idempotencyKey?: string; signal?: AbortSignal };
export type Input<R extends Route> = Omit<Routes[R], "reply"> & CallOptions;
/** The input may be left out where all of its fields are optional. */
type Inputs<R extends Route> = object extends Omit<Routes[R], "reply"> ? [input?: Input<R>] : [input: Input<R>];

/** Endpoints that answer in pages. */
export type PagedRoute = {
  [R in Route]: Routes[R] extends { query?: { page?: number }; reply: { metadata?: object } } ? R : never;
}[Route];
type RowsIn<T> = { [K in keyof T]-?: NonNullable<T[K]> extends ReadonlyArray<infer Row> ? Row : never }[keyof T];
/** A row of an endpoint that answers in pages. */
export type Row<R extends PagedRoute> = RowsIn<Reply<R>>;

export type Client = {
  /**
   * Calls an endpoint, such as `call("POST /transfer/wallet", { body })`. Repeats it safely: with the same `Idempotency-Key`, after a
   * growing random pause or as long as the service asks for. Repeats a change that takes no key only where the service did nothing.
   * A CSV answer is the `Response`, unread.
   * @throws WalletError
   */
  call<R extends Route>(route: R, ...input: Inputs<R>): Promise<Reply<R>>;
  /** Yields the rows of all pages, each once. @throws WalletError; after the last row with `list_capped` where more exist than the service lists */
  pages<R extends PagedRoute>(route: R, input?: Partial<Input<R>>): AsyncGenerator<Row<R>, void, undefined>;
};

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
const LONGEST_RETRY_AFTER_MS = 60_000;
const ROWS_PER_PAGE = 100;
const LIST_CAPPED = {
  code: "list_capped",
  status: 200,
  message: "More rows exist than the service lists: narrow the date range.",
};

/** A client of the wallet service. Amounts are whole kobo. */
export function createClient(options: ClientOptions): Client {
  const { retries = 4, timeoutMs = 30_000, fetch: send = fetch } = options;
  const session = createSession(options, (sent) => attempt(sent, { send, timeoutMs }));

  async function attemptInSession(sent: Sent): Promise<unknown> {
    try {
      return await attempt(session.authorized(sent), { send, timeoutMs });
    } catch (error) {
      const hasEnded = error instanceof WalletError && error.code === "unauthenticated";
      if (!hasEnded || !(await session.refresh())) throw error;
      return attempt(session.authorized(sent), { send, timeoutMs });
    }
  }

  async function call(route: string, input: AnyInput = {}): Promise<unknown> {
    const sent = requestOf(route, input, options);
    const isRepeatable = sent.init.method === "GET" || sent.idempotencyKey !== undefined;
    for (let tries = 0; ; tries += 1) {
      try {
        return await attemptInSession(sent);
      } catch (error) {
        const pauseMs = tries < retries ? pauseBefore(error, tries, isRepeatable) : undefined;
        if (pauseMs === undefined) throw error;
        await sleep(pauseMs, input.signal);
      }
    }
  }

  async function* pages(route: string, input: AnyInput = {}): AsyncGenerator<unknown, void, undefined> {
    let before = new Set<unknown>();
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const query = { perPage: ROWS_PER_PAGE, ...input.query, page };
      const reply = (await call(route, { ...input, query })) as Page;
      const rows: unknown[] = Object.values(reply).find((value) => Array.isArray(value)) ?? [];
      // Rows that are added meanwhile move others to the next page.
      yield* rows.filter((row) => !before.has(idOf(row)));
      before = new Set(rows.map(idOf));
      // So a full page has a next one; above a capped total the service refuses it.
      const { perPage = 0, totalPages = 0, totalIsCapped = false } = reply.metadata ?? {};
      if (totalIsCapped && page >= totalPages) throw new WalletError(LIST_CAPPED);
      isLast = rows.length < perPage || rows.length === 0;
    }
  }

  return { call, pages } as Client;
}

type Page = {
  metadata?: { perPage: number; totalPages: number; totalIsCapped?: boolean };
} & Record<string, unknown>;

/** What tells a row from the others: its ID, its number in a file, or the ID of its batch. One without any is only itself. */
function idOf(given: unknown): unknown {
  const { id, row, batchId } = given as { id?: unknown; row?: unknown; batchId?: unknown };
  return id ?? row ?? batchId ?? given;
}

/** The pause before the next attempt in ms; undefined where another attempt would not help. */
function pauseBefore(error: unknown, tries: number, isRepeatable: boolean): number | undefined {
  if (!(error instanceof WalletError)) return undefined;
  const { status, code, retryAfterMs } = error;
  const wasRefused = status === 429 || code === "unavailable";
  const isUnknown = status === 0 || status >= 500 || code === "idempotency_in_flight";
  if (!wasRefused && !(isUnknown && isRepeatable)) return undefined;
  if (retryAfterMs !== undefined) return retryAfterMs <= LONGEST_RETRY_AFTER_MS ? retryAfterMs : undefined;
  return Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
