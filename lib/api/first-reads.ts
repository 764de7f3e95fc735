/**
 * Replies that come with the page's document: the server starts these reads while it renders, and the page does not send them again.
 * Decision 0009. By path and query; `null` stands for a read that the page must send.
 */
export type FirstReads = Readonly<Record<string, Promise<string | null>>>;

/** A page sends its first reads within this time; later ones want newer data. */
const KEPT_MS = 10_000;
let kept = { reads: new Map<string, Promise<string | null>>(), untilMs: 0 };

export function keepFirstReads(reads: FirstReads): void {
  kept = { reads: new Map(Object.entries(reads)), untilMs: Date.now() + KEPT_MS };
}

/** The reply to a read, once. `undefined` if the document does not bring it, and after a write: a page shows what its own writes changed. */
export function takeFirstRead(path: string): Promise<Response | undefined> | undefined {
  const reply = kept.untilMs > Date.now() ? kept.reads.get(path) : undefined;
  if (!reply) return undefined;
  const { reads } = kept;
  reads.delete(path);
  // React gives thenables, whose `then` returns nothing.
  return Promise.resolve(reply).then(
    (body) => (body === null || reads !== kept.reads ? undefined : new Response(body)),
    () => undefined,
  );
}

/** Before a write. */
export function forgetFirstReads(): void {
  kept = { reads: new Map(), untilMs: 0 };
}
