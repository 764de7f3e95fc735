import type { Decision, Posting } from "./committer.ts";

/** How a posting ends: once, with its decision or with what refused it. */
export type PostingEnds = { resolve(decision: Decision): void; reject(error: Error): void };

/** The span of a posting. `error` is what refused it. */
export type PostingTrace = {
  readonly traceparent: string;
  link(flush: string): void;
  ended(error?: Error): void;
};

/** Traces postings, and the flushes that commit them. */
export type LedgerTracer = {
  /** Starts the span of a posting, in the trace of its caller. */
  submitted(posting: Posting): PostingTrace;
  /** Starts the span of an attempt to commit postings, linked with theirs. */
  flushing(postings: readonly PostingTrace[]): { ended(error?: unknown): void };
};

/** Ends the span of a posting with the posting. */
export function tracedEnds({ resolve, reject }: PostingEnds, trace: PostingTrace): PostingEnds {
  return {
    resolve(decision) {
      trace.ended();
      resolve(decision);
    },
    reject(error) {
      trace.ended(error);
      reject(error);
    },
  };
}

type Traced = { posting: Posting; trace?: PostingTrace | undefined };

/**
 * The trace contexts that are kept with a flush, by transaction, so that its events continue the traces of their requests. A posting that
 * was flushed alone, as every batch is, has one for all its transactions. Null when tracing is off. Decision 0185.
 */
export function tracesOf(decided: readonly { item: Traced }[]): Record<string, string> | null {
  const traced = decided.flatMap(({ item }) => (item.trace ? { posting: item.posting, trace: item.trace } : []));
  const [first] = traced;
  if (!first) return null;
  if (decided.length === 1) return { all: first.trace.traceparent };
  return Object.fromEntries(
    traced.flatMap(({ posting, trace }) => posting.movements.map(({ id }) => [id, trace.traceparent])),
  );
}
