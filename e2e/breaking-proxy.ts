import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type BreakingProxy = {
  /** For the `proxy` option of a browser context. */
  server: string;
  /** The number of bytes forwarded for each upload. */
  forwardedBytes: number[];
  /** Lets uploads through again after the last cut; until then they wait. */
  restore(): void;
  close(): Promise<void>;
};

/**
 * A proxy between browser and dashboard that breaks connections: the first uploads end after the byte counts in
 * `cuts`, without a response. Later uploads wait until `restore` is called.
 */
export async function startBreakingProxy(cuts: readonly number[]): Promise<BreakingProxy> {
  const forwardedBytes: number[] = [];
  const restored = Promise.withResolvers<void>();
  const server = createServer(async (incoming, outgoing) => {
    const isUpload = incoming.method === "POST" && incoming.headers["content-type"]?.startsWith("multipart/") === true;
    const limit = isUpload ? (cuts[forwardedBytes.push(0) - 1] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    const index = forwardedBytes.length - 1;
    if (isUpload && index >= cuts.length) await restored.promise;
    forward(incoming, outgoing, limit, (bytes) => {
      if (isUpload) forwardedBytes[index] = bytes;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server: `http://127.0.0.1:${port}`,
    forwardedBytes,
    restore: restored.resolve,
    close: () => closeServer(server),
  };
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  limit: number,
  onBytes: (bytes: number) => void,
): void {
  const { method, headers, url = "" } = incoming;
  const upstream = request(url, { method, headers }, (answer) => {
    // On a reused connection the browser would resend automatically and hide the cut.
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: "close" });
    answer.pipe(outgoing);
  });
  const cut = () => {
    upstream.destroy();
    incoming.socket.destroy();
  };
  upstream.on("error", cut);
  outgoing.on("close", () => upstream.destroy());
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    onBytes(bytes);
    if (bytes >= limit) cut();
    else if (!upstream.write(chunk)) {
      incoming.pause();
      upstream.once("drain", () => incoming.resume());
    }
  });
  incoming.on("end", () => upstream.end());
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
