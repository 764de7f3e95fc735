import type { Session } from "../permissions.ts";

/**
 * Replies that come with the page's document, so that the page does not send these reads again: decision 0009. By path and query. The
 * page renders with those that the server already had, also on the server: decision 0180. The others follow in the same document; `null`
 * stands for a read that the page must send.
 */
export type FirstReads = {
  /** When they were read, by the clock of the dashboard's server; Unix milliseconds. */
  atMs: number;
  replies: Readonly<Record<string, string | Promise<string | null>>>;
};

/** A page sends its first reads within this time; later ones want newer data. */
const KEPT_MS = 10_000;
type Kept = { atMs: number; replies: Map<string, string | Promise<string | null>>; untilMs: number };
/** By the session object of one document: the server renders documents of many people at the same time. */
const kept = new WeakMap<Session, Kept>();

export function keepFirstReads(session: Session, { atMs, replies }: FirstReads): void {
  kept.set(session, { atMs, replies: new Map(Object.entries(replies)), untilMs: Date.now() + KEPT_MS });
}

/**
 * The replies to reads that the page renders with, once. `undefined` unless the document started with all of them, and after a write.
 */
export function takeRenderedReads(session: Session, paths: readonly string[]): string[] | undefined {
  const own = keptOf(session);
  const bodies = paths.map((path) => own?.replies.get(path)).filter((body) => typeof body === "string");
  if (bodies.length < paths.length) return undefined;
  for (const path of paths) own?.replies.delete(path);
  return bodies;
}

/** When the server read what the document brings. */
export function firstReadsAt(session: Session): number | undefined {
  return kept.get(session)?.atMs;
}

/** The reply to a read, once. `undefined` if the document does not bring it, and after a write: a page shows what its own writes changed. */
export function takeFirstRead(session: Session, path: string): Promise<Response | undefined> | undefined {
  const own = keptOf(session);
  const reply = own?.replies.get(path);
  if (!own || reply === undefined) return undefined;
  own.replies.delete(path);
  // React gives thenables, whose `then` returns nothing.
  return Promise.resolve(reply).then(
    (body) => (body === null || kept.get(session) !== own ? undefined : new Response(body)),
    () => undefined,
  );
}

/** Before a write. */
export function forgetFirstReads(session: Session): void {
  kept.delete(session);
}

function keptOf(session: Session): Kept | undefined {
  const own = kept.get(session);
  return own && own.untilMs > Date.now() ? own : undefined;
}
