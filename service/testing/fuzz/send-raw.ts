import { connect } from "node:net";
import type { FuzzRequest } from "./fuzz-requests.ts";

const GIVE_UP_MS = 15_000;

/** The answer to a fuzzed request. `status` 0: the service closed the connection without an answer. */
type FuzzAnswer = { status: number; ms: number; body: string };

/** Sends a request over its own connection and returns the first answer. @throws when there is none within 15 seconds */
export function sendRaw(port: number, { method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FuzzAnswer>();
  const given = new Set(headers.map(([name]) => name));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(given.has("host") ? [] : [`host: 127.0.0.1:${port}`]),
    "connection: close",
    ...(body && !given.has("content-length") ? [`content-length: ${body.length}`] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const began = performance.now();
  const chunks: Buffer[] = [];
  const socket = connect({ host: "127.0.0.1", port });
  // A body that is shorter than its length would wait for a minute.
  const isShort = headers.some(([name]) => ["content-length", "transfer-encoding", "expect"].includes(name));
  socket.setTimeout(isShort ? 300 : GIVE_UP_MS, () => {
    socket.destroy();
    if (isShort) finish();
    else reject(new Error(`no answer within ${GIVE_UP_MS / 1_000} s: ${method} ${path.slice(0, 200)}`));
  });
  function finish(): void {
    const text = Buffer.concat(chunks).toString("utf8");
    const answers = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    const status = answers.find((one) => one >= 200) ?? 0;
    resolve({ status, ms: performance.now() - began, body: text.slice(text.indexOf("\r\n\r\n") + 4) });
  }
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("close", finish);
  // A refused body may end the connection while it is sent.
  socket.on("error", () => socket.destroy());
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  if (body) socket.write(body);
  return promise;
}
