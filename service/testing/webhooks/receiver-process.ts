import { type ChildProcess, fork } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The requests since the last report. Times in ms; latencies from the event's timestamp to the request. */
export type ReceivedReport = {
  requests: number;
  /** Distinct deliveries; the other requests are repetitions. */
  deliveries: number;
  seconds: number;
  p50: number;
  p95: number;
  p99: number;
};

export type ReceiverProcess = {
  /** One origin per endpoint: `/<delay in ms>` responds with 200 after the delay, `/dead` never responds. */
  origins: string[];
  report(): Promise<ReceivedReport>;
  close(): void;
};

type ToParent = { kind: "listening"; origins: string[] } | { kind: "report"; report: ReceivedReport };

/** Starts receivers in a separate process, so that they do not slow down the measured process. */
export async function startReceiverProcess(endpoints: number): Promise<ReceiverProcess> {
  const child = fork(import.meta.filename, [String(endpoints)]);
  const listening = await answerOf(child, "listening");
  return {
    origins: listening.origins,
    async report() {
      child.send("report");
      return (await answerOf(child, "report")).report;
    },
    close: () => void child.kill(),
  };
}

function answerOf<K extends ToParent["kind"]>(child: ChildProcess, kind: K): Promise<Extract<ToParent, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error("the receiver ended"));
    child.once("exit", end);
    child.on("message", function onMessage(message: ToParent) {
      if (message.kind !== kind) return;
      child.off("message", onMessage);
      child.off("exit", end);
      // The kind was checked above.
      resolve(message as Extract<ToParent, { kind: K }>);
    });
  });
}

function serve(endpoints: number): void {
  let seen = newCounts();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === "/dead") return;
    count(seen, request, Buffer.concat(chunks).toString("utf8"));
    const delay = Number(request.url?.slice(1) ?? 0);
    const answer = () => response.writeHead(200, { "content-type": "text/plain" }).end("ok");
    if (delay > 0) setTimeout(answer, delay);
    else answer();
  }

  const servers = Array.from({ length: endpoints }, () => {
    const server = createServer((request, response) => void receive(request, response));
    server.keepAliveTimeout = 60_000;
    return new Promise<string>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    });
  });
  void Promise.all(servers).then((origins) => process.send?.({ kind: "listening", origins } satisfies ToParent));
  process.on("disconnect", () => process.exit());
  process.on("message", () => {
    process.send?.({ kind: "report", report: reportOf(seen) } satisfies ToParent);
    seen = newCounts();
  });
}

type Counts = { requests: number; deliveries: Set<string>; latencies: number[]; first: number; last: number };

function newCounts(): Counts {
  return { requests: 0, deliveries: new Set(), latencies: [], first: 0, last: 0 };
}

function count(seen: Counts, request: IncomingMessage, body: string): void {
  const now = performance.now();
  seen.first ||= now;
  seen.last = now;
  seen.requests += 1;
  seen.deliveries.add(String(request.headers["x-webhook-delivery-id"]));
  const timestamp = /"timestamp":"([^"]+)"/.exec(body)?.[1];
  if (timestamp) seen.latencies.push(Date.now() - Date.parse(timestamp));
}

function reportOf(seen: Counts): ReceivedReport {
  const sorted = seen.latencies.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    requests: seen.requests,
    deliveries: seen.deliveries.size,
    seconds: (seen.last - seen.first) / 1000,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  };
}

if (process.argv[1] === import.meta.filename) serve(Number(process.argv[2]));
