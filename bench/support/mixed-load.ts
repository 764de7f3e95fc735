import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Latencies } from "./latencies.ts";

/** What people and programs of a merchant do, with its share of all operations. */
const SHARES = { transfer: 0.85, read: 0.13, batch: 0.014, upload: 0.003, export: 0.003 };
const BATCH_ITEMS = 50;
const UPLOAD_ROWS = 200;
/** More open requests than that: the service no longer keeps up, and the rest of the run would measure a queue. */
const MOST_OPEN = 2_000;

const today = new Date().toISOString().slice(0, 10);
const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);

/** What the dashboard's pages read. */
const READS = [
  "/merchant/wallet",
  "/merchant/transactions?perPage=20",
  "/wallet?page=1&perPage=20",
  `/merchant/overview?startDate=${lastWeek}&endDate=${today}`,
  `/merchant/insights/volumes?startDate=${lastWeek}&endDate=${today}`,
  "/merchant/webhook/deliveries?perPage=20",
  "/search?query=Customer",
  "/merchant/audit-log?perPage=20",
];

export type Kind = keyof typeof SHARES;
export const KINDS = Object.keys(SHARES) as Kind[];

export type MixedLoad = {
  /** Clients that each send the next operation when they have the answer of the last one. Resolves to the number of operations. */
  sendAsFastAsPossible(options: { clients: number; milliseconds: number }): Promise<number>;
  /** Starts `perSecond` operations a second, evenly, whether earlier ones have ended or not. */
  start(perSecond: number): { stop(): Promise<void> };
  /** Latencies in ms since the last call, from the moment at which an operation was due. */
  takeLatencies(): Record<Kind, Latencies>;
  done(): number;
  transfers(): number;
  /** Requests without the answer that they should get, by what came instead. */
  errors: Map<string, number>;
  close(): void;
};

export type LoadedMerchant = { key: string; customers: readonly string[] };
type Counts = { done: number; transfers: number; drawn: number; open: number };
type Send = (method: string, path: string, body?: Buffer, headers?: Record<string, string>) => Promise<string>;

/** The mixed load of `merchants` in turn against the service at `address`. Memory does not grow with its length. */
export function createMixedLoad(address: string, merchants: readonly LoadedMerchant[]): MixedLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const errors = new Map<string, number>();
  let latencies = newLatencies();
  const counts: Counts = { done: 0, transfers: 0, drawn: 0, open: 0 };
  const works = merchants.map((merchant) =>
    worksOf(merchant, createSender(`${address}/v1`, agent, merchant.key), counts),
  );

  async function perform(kind: Kind, dueAt: number): Promise<void> {
    counts.drawn += 1;
    counts.open += 1;
    try {
      await works[counts.drawn % works.length]?.[kind](counts.drawn);
      latencies[kind].add(performance.now() - dueAt);
      counts.done += 1;
    } catch (error) {
      note(`${kind}: ${(error as Error).message}`);
    } finally {
      counts.open -= 1;
    }
  }

  function note(what: string): void {
    // IDs differ in each message.
    const text = what.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…");
    if (errors.size < 100 || errors.has(text)) errors.set(text, (errors.get(text) ?? 0) + 1);
  }

  return {
    async sendAsFastAsPossible({ clients, milliseconds }) {
      const [before, end] = [counts.done, performance.now() + milliseconds];
      const client = async () => {
        while (performance.now() < end) await perform(draw(), performance.now());
      };
      await Promise.all(Array.from({ length: clients }, client));
      return counts.done - before;
    },
    start: (perSecond) => pace(perSecond, counts, { perform, note }),
    takeLatencies() {
      const taken = latencies;
      latencies = newLatencies();
      return taken;
    },
    done: () => counts.done,
    transfers: () => counts.transfers,
    errors,
    close: () => agent.destroy(),
  };
}

/** What one merchant does. */
function worksOf(
  { customers }: LoadedMerchant,
  send: Send,
  counts: Counts,
): Record<Kind, (n: number) => Promise<unknown>> {
  const run = Date.now().toString(36);
  let newestUpload: string | undefined;
  const customer = (n: number) => customers[n % customers.length] ?? "";
  const post = (path: string, n: number, body: object) =>
    send("POST", path, Buffer.from(JSON.stringify(body)), {
      "content-type": "application/json",
      "idempotency-key": `${run}-${n}`,
    });
  return {
    async transfer(n) {
      const [fromCustomerId, toCustomerId] = [
        customer(n * 7),
        customer(n * 7 + 1 + (n % Math.min(97, customers.length - 1))),
      ];
      await post("/transfer/wallet", n, { fromCustomerId, toCustomerId, amount: 10 });
      counts.transfers += 1;
    },
    read: (n) => send("GET", READS[n % READS.length] ?? ""),
    async batch(n) {
      const transactions = Array.from({ length: BATCH_ITEMS }, (_, i) => ({ customerId: customer(n + i), amount: 10 }));
      await post("/wallet/batch-credit-customer-wallet", n, { transactions, batchReference: `soak-${run}-${n}` });
      counts.transfers += BATCH_ITEMS;
    },
    async upload(n) {
      const rows = Array.from({ length: UPLOAD_ROWS }, (_, i) => `${customer(n + i)},10\n`);
      const form = new FormData();
      form.append("operation", "credit");
      form.append("batchReference", `soak-upload-${run}-${n}`);
      form.append("file", new Blob(["customerId,amount\n", ...rows]), "soak.csv");
      const encoded = new Response(form);
      const type = encoded.headers.get("content-type") ?? "";
      const body = Buffer.from(await encoded.arrayBuffer());
      const answer = await send("POST", "/wallet/bulk-credit-customer", body, { "content-type": type });
      newestUpload = JSON.parse(answer).data.batchId ?? newestUpload;
      counts.transfers += UPLOAD_ROWS;
    },
    /** Files whose length does not grow with the run. */
    export(n) {
      const rows = `/wallet/bulk-credit-customer/${newestUpload}/rows.csv`;
      return send("GET", n % 2 === 0 && newestUpload ? rows : "/wallet/download");
    },
  };
}

/** Sends requests with `key` and resolves to the text of the answer. @throws when it is not a success */
function createSender(base: string, agent: Agent, key: string): Send {
  return (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const length = body && { "content-length": String(body.length) };
      const sent = request(`${base}${path}`, {
        method,
        agent,
        headers: { authorization: `Bearer ${key}`, ...headers, ...length },
      });
      sent.once("response", (reply) => {
        const parts: Buffer[] = [];
        reply.on("data", (part: Buffer) => parts.push(part));
        reply.once("error", reject);
        reply.once("end", () => {
          const text = Buffer.concat(parts).toString("utf8");
          if (reply.statusCode !== undefined && reply.statusCode < 300) resolve(text);
          else reject(new Error(`${path.split("?")[0]} ${reply.statusCode} ${text.slice(0, 200)}`));
        });
      });
      sent.once("error", reject);
      sent.setTimeout(60_000, () => sent.destroy(new Error("no answer within a minute")));
      sent.end(body);
    });
}

/** Starts operations at their times, and counts those that cannot be sent. */
function pace(
  perSecond: number,
  counts: Counts,
  { perform, note }: { perform(kind: Kind, dueAt: number): Promise<void>; note(what: string): void },
): { stop(): Promise<void> } {
  let isRunning = true;
  const began = performance.now();
  const pacing = (async () => {
    for (let n = 0; isRunning; await sleep(5)) {
      for (const due = ((performance.now() - began) / 1_000) * perSecond; n < due; n += 1) {
        if (counts.open >= MOST_OPEN) note(`not sent: ${MOST_OPEN} requests are open`);
        else void perform(draw(), began + (n / perSecond) * 1_000);
      }
    }
  })();
  return {
    async stop() {
      isRunning = false;
      await pacing;
      while (counts.open > 0) await sleep(20);
    },
  };
}

function newLatencies(): Record<Kind, Latencies> {
  const entries = KINDS.map((kind) => [kind, new Latencies()] as const);
  return Object.fromEntries(entries) as Record<Kind, Latencies>;
}

function draw(): Kind {
  let left = Math.random();
  for (const kind of KINDS) {
    left -= SHARES[kind];
    if (left < 0) return kind;
  }
  return "transfer";
}
