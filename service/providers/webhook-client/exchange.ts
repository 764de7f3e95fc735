import type { Dispatcher } from "undici";
import type { Connection, Connections } from "./connections.ts";
import { classOfError } from "./failure-class.ts";
import type { WebhookAddress } from "./url-rules.ts";

export type Post = { path: string; headers: Readonly<Record<string, string>>; body: Buffer; signal: AbortSignal };

/** The head of a response with the connection that still delivers its body, or the connection's error. */
export type Exchange =
  | { connection: Connection; response: Dispatcher.ResponseData }
  | { connection: Connection; error: unknown };

/**
 * Posts once. When the receiver closed a kept connection before it read anything, the post is repeated once on a fresh
 * connection, because that is no failure of the receiver. Follows no redirect. Webhooks 8.
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
