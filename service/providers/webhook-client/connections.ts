import type { Socket } from "node:net";
import { buildConnector, Client } from "undici";
import { type AddressGuard, BlockedAddress } from "./address-guard.ts";
import { normalAddress } from "./address-rules.ts";
import type { WebhookAddress } from "./url-rules.ts";

/** One kept connection to an origin. undici reconnects through the same guard when the socket has closed. */
export type Connection = {
  readonly origin: string;
  readonly client: Client;
  /** The address of the open socket, or of the last one. */
  remoteAddress: string | null;
  socket: Socket | null;
};

export type Connections = {
  /** Takes an idle connection, or opens a new one if none is idle or `isFresh` is set. The caller uses it exclusively. */
  take(target: WebhookAddress, options?: { isFresh: boolean }): Connection;
  /** Only for a connection whose response was read to the end; destroy any other. */
  giveBack(connection: Connection): void;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 60_000;
const MAX_HEADER_BYTES = 16_384;
const MAX_ORIGINS = 2_000;
const MAX_IDLE = 4_000;

/**
 * Keeps connections by origin and evicts those of the least recently used origin first. Webhooks 8, webhooks 9 rules 3
 * to 6.
 */
export function createConnections(guard: AddressGuard, tls: { ca?: string } = {}): Connections {
  // A Map keeps insertion order, so an origin is reinserted at the end on every use.
  const idle = new Map<string, Connection[]>();
  let idleCount = 0;

  function dropOldest(): void {
    for (const [origin, connections] of idle) {
      idle.delete(origin);
      idleCount -= connections.length;
      for (const { client } of connections) void client.destroy();
      return;
    }
  }

  return {
    take(target, { isFresh } = { isFresh: false }) {
      const origin = originOf(target);
      const kept = isFresh ? undefined : idle.get(origin)?.pop();
      if (kept) idleCount -= 1;
      return kept ?? open(origin, target, guard, tls);
    },
    giveBack(connection) {
      const { origin } = connection;
      const waiting = idle.get(origin) ?? [];
      waiting.push(connection);
      idleCount += 1;
      idle.delete(origin);
      idle.set(origin, waiting);
      if (idle.size > MAX_ORIGINS || idleCount > MAX_IDLE) dropOldest();
    },
    async close() {
      const all = [...idle.values()].flat();
      idle.clear();
      idleCount = 0;
      await Promise.all(all.map(({ client }) => client.destroy()));
    },
  };
}

function originOf({ protocol, hostname, port }: WebhookAddress): string {
  return `${protocol}//${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

function open(origin: string, target: WebhookAddress, guard: AddressGuard, tls: { ca?: string }): Connection {
  const client = new Client(origin, {
    connect: (options, callback) => void dial(options).then(({ error, socket }) => finish(callback, error, socket)),
    maxHeaderSize: MAX_HEADER_BYTES,
    // Both are idle timers; the attempt has its own overall time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    allowH2: false,
  });
  const connection: Connection = { origin, client, remoteAddress: null, socket: null };

  async function dial(options: buildConnector.Options): Promise<ConnectResult> {
    try {
      const checked = await guard(target);
      const socket = await connectTo(options, checked, tls);
      connection.remoteAddress = normalAddress(socket.remoteAddress ?? "");
      connection.socket = socket;
      if (checked.map(normalAddress).includes(connection.remoteAddress)) return { error: null, socket };
      socket.destroy();
      return { error: new BlockedAddress(), socket: null };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)), socket: null };
    }
  }
  return connection;
}

type ConnectResult = { error: null; socket: Socket } | { error: Error; socket: null };

function finish(callback: buildConnector.Callback, error: Error | null, socket: Socket | null): void {
  if (error) callback(error, null);
  else if (socket) callback(null, socket);
}

/**
 * The name is used for the certificate check and the checked addresses for the connection, so the name is never
 * resolved twice.
 */
function connectTo(options: buildConnector.Options, checked: readonly string[], tls: { ca?: string }): Promise<Socket> {
  const connect = buildConnector({
    ...tls,
    allowH2: false,
    timeout: CONNECT_TIMEOUT_MS,
    minVersion: "TLSv1.2",
    rejectUnauthorized: true,
    lookup: (_name, { all }, callback) => {
      const found = checked.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      if (all) callback(null, found);
      else callback(null, found[0]?.address ?? "", found[0]?.family);
    },
  });
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) => (error ? reject(error) : resolve(socket)));
  });
}
