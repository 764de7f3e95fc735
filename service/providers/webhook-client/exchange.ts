import type { Dispatcher } from "undici";
import type { Connection, Connections } from "./connections.ts";
import { classOfError } from "./failure-class.ts";
import type { WebhookAddress } from "./url-rules.ts";

export type Post = { path: string; headers: Readonly<Record<string, string>>; body: Buffer; signal: AbortSignal };

/** The head of an answer with the connection that its body is still coming through, or what went wrong on it. */
export type Exchange =
  | { connection: Connection; response: Dispatcher.ResponseData }
  | { connection: Connection; error: unknown };

/**
 * Posts once. A kept connection that the receiver had closed before it could read anything is no failure of theirs: then once
 * more on a fresh one. Follows no redirect. Webhooks 8.
 */
export async function exchange(connections: Connections, target: WebhookAddress, post: Post): Promise<Exchange> {
  const first = await tryOn(connections.take(target), post);
  if (!("error" in first) || !first.wasStale || post.signal.aborted) return first;
  return await tryOn(connections.take(target, { isFresh: true }), post);
}

type Tried = Exchange & { wasStale?: boolean };

async function tryOn(connection: Connection, post: Post): Promise<Tried> {
  const { socket } = connection;
  const bytesReadBefore = socket?.bytesRead;
  try {
    return { connection, response: await connection.client.request({ ...post, method: "POST" }) };
  } catch (error) {
    void connection.client.destroy();
    const wasKept = socket !== null && connection.socket === socket && socket.bytesRead === bytesReadBefore;
    return { connection, error, wasStale: wasKept && classOfError(error) === "connection_reset" };
  }
}
