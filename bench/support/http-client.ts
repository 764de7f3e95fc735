import { connect, type Socket } from "node:net";

/** One keep-alive connection that sends a request and waits for the response, with minimal overhead. */
export type HttpConnection = { post(path: string, headers: string, body: string): Promise<number>; close(): void };

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * Opens a connection to `http://host:port`. Supports only responses with `content-length`. `post` returns the status.
 */
export async function openConnection(address: string): Promise<HttpConnection> {
  const { hostname, port, host } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((opened, failed) => {
    socket.once("connect", opened);
    socket.once("error", failed);
  });
  const answers = readAnswers(socket);
  return {
    post(path, headers, body) {
      const length = Buffer.byteLength(body);
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${headers}\r\n${body}`,
      );
      return answers.next();
    },
    close: () => void socket.destroy(),
  };
}

/** Only one request is in flight, so a response belongs to the current caller. */
function readAnswers(socket: Socket): { next(): Promise<number> } {
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(status: number): void; reject(error: Error): void } | undefined;
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const status = statusWhenComplete(received);
    if (status === undefined) return;
    received = Buffer.alloc(0);
    waiting?.resolve(status);
  });
  for (const event of ["error", "close"]) {
    socket.on(event, () => waiting?.reject(new Error("the service closed the connection")));
  }
  return {
    next: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      }),
  };
}

function statusWhenComplete(received: Buffer): number | undefined {
  const end = received.indexOf(END_OF_HEAD);
  if (end === -1) return undefined;
  const head = received.toString("latin1", 0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return received.length >= end + END_OF_HEAD.length + length ? Number(head.slice(9, 12)) : undefined;
}
