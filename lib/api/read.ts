import type { Session } from "../permissions.ts";
import { firstReadsAt, takeRenderedReads } from "./first-reads.ts";
import { type Call, pathOf, request } from "./request.ts";

export type Read = Pick<Call, "path" | "query">;
/** A read up to now; `nowMs` is the time of the read. */
type TimedRead = (nowMs: number) => Read;

type ReadOptions<Data> = {
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
  initialData: () => Data | undefined;
  initialDataUpdatedAt: () => number | undefined;
};

/**
 * The options of a query that reads once. A page whose document brings the reply renders with it, on the server too. Decision 0180.
 * @returns `queryFn` and the initial data, to spread into the options
 */
export function readOf<Reply>(session: Session, read: Read | TimedRead): ReadOptions<Reply>;
export function readOf<Reply, Data>(
  session: Session,
  read: Read | TimedRead,
  dataOf: (reply: Reply) => Data,
): ReadOptions<Data>;
export function readOf(
  session: Session,
  read: Read | TimedRead,
  dataOf = (reply: unknown) => reply,
): ReadOptions<unknown> {
  return readAllOf(session, [read], ([reply]) => dataOf(reply));
}

/** The same for a query that makes one value from several reads. */
export function readAllOf<Reply, Data>(
  session: Session,
  reads: readonly (Read | TimedRead)[],
  dataOf: (replies: Reply[]) => Data,
): ReadOptions<Data> {
  const readsAt = (nowMs: number) => reads.map((read) => (typeof read === "function" ? read(nowMs) : read));
  return {
    queryFn: async ({ signal }) =>
      dataOf(await Promise.all(readsAt(Date.now()).map((read) => request<Reply>(session, { ...read, signal })))),
    initialData: () => {
      const replies = takeRenderedReads(session, readsAt(firstReadsAt(session) ?? 0).map(pathOf));
      return replies && dataOf(replies.map((body): Reply => JSON.parse(body)));
    },
    // A clock of the browser that is behind must not keep the data longer.
    initialDataUpdatedAt: () => Math.min(firstReadsAt(session) ?? 0, Date.now()),
  };
}

/** The same for a query that reads page by page. `readAt` names the read of the page with this parameter. */
export function readPagesOf<Reply, Param>(session: Session, first: Param, readAt: (param: Param) => Read) {
  const { initialData, initialDataUpdatedAt } = readAllOf(session, [readAt(first)], (pages: Reply[]) => ({
    pages,
    pageParams: [first],
  }));
  return {
    initialPageParam: first,
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: Param }) =>
      request<Reply>(session, { ...readAt(pageParam), signal }),
    ...{ initialData, initialDataUpdatedAt },
  };
}
