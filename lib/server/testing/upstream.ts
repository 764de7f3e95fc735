import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";

export type RecordedCall = { method: string; url: string; headers: IncomingMessage["headers"]; body: Buffer };
type Responder = (call: RecordedCall, response: ServerResponse) => void | Promise<void>;

/** A fake service on a real socket that records the calls and sends this test's responses. */
export type Upstream = {
  url: string;
  calls: RecordedCall[];
  /** Sets the response for `"<METHOD> <path>"`, without the query. All other routes respond 404. */
  on(route: string, answer: Responder): void;
  callsTo(route: string): RecordedCall[];
  /** Lines that the code under test logged. */
  logged: string[];
};

/** Starts an upstream for the tests of a file; every test begins without calls and responses. */
export function upstreamOfFile(): Upstream {
  const answers = new Map<string, Responder>();
  const upstream: Upstream = {
    url: "",
    calls: [],
    logged: [],
    on: (route, answer) => void answers.set(route, answer),
    callsTo: (route) => upstream.calls.filter((call) => routeOf(call) === route),
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // The client disconnected while sending.
    }
    const { method = "", url = "", headers } = request;
    const call = { method, url, headers, body: Buffer.concat(chunks) };
    upstream.calls.push(call);
    const answer = answers.get(routeOf(call));
    if (answer) await answer(call, response);
    else sendJson(response, 404, { status: false, message: "Not found.", code: "not_found", requestId: "u-404" });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  beforeEach(() => {
    answers.clear();
    upstream.calls.length = 0;
    upstream.logged.length = 0;
    vi.spyOn(process.stdout, "write").mockImplementation((line) => upstream.logged.push(String(line)) > 0);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return upstream;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}

/** A port without a listener. */
export async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function routeOf({ method, url }: RecordedCall): string {
  return `${method} ${url.split("?")[0]}`;
}
