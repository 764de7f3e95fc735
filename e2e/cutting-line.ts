import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type CuttingLine = {
  /** For the `proxy` option of a browser context. */
  server: string;
  /** The number of bytes forwarded for each upload. */
  passed: number[];
  /** Lets uploads through again after the last cut; until then they wait. */
  mend(): void;
  close(): Promise<void>;
};

/**
 * A proxy between browser and dashboard that breaks connections: the first uploads end after the byte counts in
 * `cuts`, without a response. Later uploads wait until `mend`.
 */
export async function openCuttingLine(cuts: readonly number[]): Promise<CuttingLine> {
  const passed: number[] = [];
  const mended = Promise.withResolvers<void>();
  const server = createServer(async (incoming, outgoing) => {
    const isUpload = incoming.method === "POST" && incoming.headers["content-type"]?.startsWith("multipart/") === true;
    const limit = isUpload ? (cuts[passed.push(0) - 1] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    const place = passed.length - 1;
    if (isUpload && place >= cuts.length) await mended.promise;
    pass(incoming, outgoing, limit, (bytes) => {
      if (isUpload) passed[place] = bytes;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server: `http://127.0.0.1:${port}`, passed, mend: mended.resolve, close: () => shut(server) };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, limit: number, tell: (bytes: number) => void): void {
  const { method, headers, url = "" } = incoming;
  const onward = request(url, { method, headers }, (answer) => {
    // On a reused connection the browser would resend automatically and hide the cut.
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: "close" });
    answer.pipe(outgoing);
  });
  const cut = () => {
    onward.destroy();
    incoming.socket.destroy();
  };
  onward.on("error", cut);
  outgoing.on("close", () => onward.destroy());
  let bytes = 0;
  incoming.on("data", (part: Buffer) => {
    bytes += part.length;
    tell(bytes);
    if (bytes >= limit) cut();
    else if (!onward.write(part)) {
      incoming.pause();
      onward.once("drain", () => incoming.resume());
    }
  });
  incoming.on("end", () => onward.end());
}

async function shut(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
