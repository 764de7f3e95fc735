import type { Dispatcher } from "undici";
import { webhookUrlTexts } from "../../../contract/texts/webhooks.ts";
import { type AddressGuard, BlockedAddress, createAddressGuard, type OwnListener } from "./address-guard.ts";
import { parseAllowedRanges } from "./address-rules.ts";
import { type Connection, type Connections, createConnections } from "./connections.ts";
import { classOfError } from "./failure-class.ts";
import { readBody, readHeaders } from "./read-answer.ts";
import { createNameResolver, NameNotResolved, type ResolveName } from "./resolve-name.ts";
import { blocked, isRefusal, readWebhookUrl, type WebhookAddress } from "./url-rules.ts";
import type {
  UrlRefusal,
  WebhookClient,
  WebhookFailureCode,
  WebhookOutcome,
  WebhookRequest,
} from "./webhook-client.ts";

export type WebhookClientOptions = {
  /** `WEBHOOK_ALLOWED_CIDRS`: allows ranges that are not public; the other rules still apply. */
  allowedCidrs: string;
  /** The addresses of this platform and its database: never called, even in an allowed range. */
  own: readonly OwnListener[];
  resolveName?: ResolveName;
  /** An additional certificate authority, for tests. */
  ca?: string;
};

const MAX_BODY_BYTES = 64 * 1_024;

/**
 * The client with real connections. Subscriptions, callback URLs, sends and tests share one address check. Webhooks 8,
 * 9.
 */
export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const guard = createAddressGuard({
    allowed: parseAllowedRanges(options.allowedCidrs),
    own: options.own,
    resolveName: options.resolveName ?? createNameResolver(),
  });
  const connections = createConnections(guard, options.ca === undefined ? {} : { ca: options.ca });
  return {
    send: (request) => send(connections, request),
    async findRefusal(url, mode) {
      const target = readWebhookUrl(url, mode);
      return isRefusal(target) ? target : refusalBy(guard, target);
    },
    close: () => connections.close(),
  };
}

async function refusalBy(guard: AddressGuard, target: WebhookAddress): Promise<UrlRefusal | null> {
  try {
    await guard(target);
    return null;
  } catch (error) {
    if (error instanceof BlockedAddress) return blocked(webhookUrlTexts.notPublic);
    if (error instanceof NameNotResolved) {
      return { errorCode: "dns_error", message: webhookUrlTexts.unknownHost };
    }
    throw error;
  }
}

async function send(connections: Connections, request: WebhookRequest): Promise<WebhookOutcome> {
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const fail = (errorCode: WebhookFailureCode, remoteAddress: string | null): WebhookOutcome => ({
    kind: "failed",
    errorCode,
    durationMs: elapsedMs(),
    remoteAddress,
  });
  const target = readWebhookUrl(request.url, request.mode);
  if (isRefusal(target)) return fail(target.errorCode, null);
  const body = Buffer.from(request.body);
  if (body.length > MAX_BODY_BYTES) return fail("internal", null);

  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), request.timeoutMs);
  try {
    const post = { path: target.path, headers: request.headers, body, signal: clock.signal };
    const made = await exchange(connections, target, post);
    const { connection } = made;
    if ("error" in made) {
      return fail(clock.signal.aborted ? "timeout" : classOfError(made.error), connection.remoteAddress);
    }
    const durationMs = elapsedMs();
    const { statusCode: status, headers } = made.response;
    const remoteAddress = connection.remoteAddress ?? "";
    const { isWhole, ...read } = await readBody(made.response);
    if (isWhole) connections.giveBack(connection);
    else void connection.client.destroy();
    return { kind: "answered", status, headers: readHeaders(headers), ...read, remoteAddress, durationMs };
  } finally {
    clearTimeout(timer);
  }
}

type Post = { path: string; headers: Readonly<Record<string, string>>; body: Buffer; signal: AbortSignal };

/** The head of a response with the connection that still delivers its body, or the connection's error. */
type Exchange =
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
