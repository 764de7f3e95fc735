import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";

export type SeenCall = { method: string; url: string; headers: IncomingMessage["headers"]; body: Buffer };
type Answer = (call: SeenCall, response: ServerResponse) => void | Promise<void>;

/** A service of our own on a real socket: what it was sent, and what it answers in this test. */
export type Upstream = {
  url: string;
  calls: SeenCall[];
  /** How `"<METHOD> <path>"`, without the query, is answered; the rest is 404. */
  on(route: string, answer: Answer): void;
  callsTo(route: string): SeenCall[];
  /** What our own code logged in this test. */
  logged: string[];
};

/** Starts an upstream for the tests of a file; each begins with no calls and no answers. */
export function upstreamOfFile(): Upstream {
  const answers = new Map<string, Answer>();
  const upstream: Upstream = {
    url: "",
    calls: [],
    logged: [],
    on: (route, answer) => void answers.set(route, answer),
    callsTo: (route) => upstream.calls.filter((call) => routeOf(call) === route),
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part);
    } catch {
      return; // The caller gave up while it was sending.
    }
    const { method = "", url = "", headers } = request;
    const call = { method, url, headers, body: Buffer.concat(parts) };
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

/** A port on which nobody listens. */
export async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function routeOf({ method, url }: SeenCall): string {
  return `${method} ${url.split("?")[0]}`;
}
