import { createHmac } from "node:crypto";
import { Pool } from "undici";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/pool.ts";
import { type DueCallback, listDueCallbacks, recordDelivery, recordFailedDelivery } from "./books.ts";

/** Sends a signed request to the service and returns the status of its answer. @throws when there is no answer */
export type CallService = (path: "events" | "enquiry", body: string) => Promise<number>;

/** Sends one request; a test may send it to a service without a port. */
export type Transport = (request: {
  path: string;
  headers: Record<string, string>;
  body: string;
}) => Promise<{ status: number; text: string }>;

const CALL_TIMEOUT_MS = 5_000;
const CONCURRENT = 16;
const MAX_PAUSE_SECONDS = 300;

/** A transport to `serviceUrl`, such as `http://127.0.0.1:4000/v1`. */
export function openTransport(serviceUrl: string): { send: Transport; close(): Promise<void> } {
  const url = new URL(serviceUrl);
  const pool = new Pool(url.origin, { connections: CONCURRENT });
  return {
    async send({ path, headers, body }) {
      const reply = await pool.request({
        method: "POST",
        path: `${url.pathname.replace(/\/$/, "")}${path}`,
        headers,
        body,
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      return { status: reply.statusCode, text: await reply.body.text() };
    },
    close: () => pool.destroy(),
  };
}

/** Signs each request with the time of the real clock: the receiver compares it with its own. Rails 10. */
export function signCalls(send: Transport, options: { secret: string; clock: Clock }): CallService {
  return async (path, body) => {
    const timestamp = String(Math.floor(options.clock.now().getTime() / 1000));
    const signature = createHmac("sha256", options.secret).update(`${timestamp}.${body}`).digest("hex");
    const { status } = await send({
      path: `/rails/sandbox/${path}`,
      headers: {
        "content-type": "application/json",
        "x-bank-timestamp": timestamp,
        "x-bank-signature": signature,
      },
      body,
    });
    return status;
  };
}

/** Delivers callbacks that are due. One that is not answered 2xx is due again later, so a crash here only repeats it. */
export function createCallbackSender(options: { db: Database; callService: CallService; now(): Date }) {
  const { db, callService, now } = options;

  async function deliver({ id, body, attempts }: DueCallback): Promise<boolean> {
    const status = await callService("events", body).catch(() => 0);
    if (status >= 200 && status < 300) {
      await recordDelivery(db, id, now());
      return true;
    }
    const seconds = Math.min(2 ** attempts, MAX_PAUSE_SECONDS);
    await recordFailedDelivery(db, id, new Date(now().getTime() + seconds * 1000));
    return false;
  }

  async function deliverAll(due: DueCallback[]): Promise<void> {
    const waiting = [...due];
    const workers = Array.from({ length: CONCURRENT }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await deliver(next);
    });
    await Promise.all(workers);
  }

  return {
    /** Delivers the callbacks of one payout once. */
    deliverOf: async (sessionId: string) => deliverAll(await listDueCallbacks(db, now(), sessionId)),
    /** Delivers what is due, once each. */
    async deliverDue(): Promise<void> {
      for (;;) {
        const due = await listDueCallbacks(db, now());
        await deliverAll(due);
        if (due.length < 200) return;
      }
    },
  };
}
