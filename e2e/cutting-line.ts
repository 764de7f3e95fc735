import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type CuttingLine = {
  /** For the `proxy` of a browser context. */
  server: string;
  /** How many bytes of each upload have passed. */
  passed: number[];
  /** Opens it for the uploads after the last cut; until then they wait. */
  mend(): void;
  close(): Promise<void>;
};

/**
 * A line between the browser and the dashboard that breaks off, as a radio mast does: of the first `cuts` uploads so many bytes pass,
 * then the connection is gone, without an answer and without a word. Those after them pass once the line is mended.
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
    // On a line that it has used before the browser would send again unasked, and nobody would see the cut.
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
