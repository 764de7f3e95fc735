import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "../../db/pool.ts";
import type { HttpHarness } from "./http-harness.ts";

type Target = { address: string; harness: Pick<HttpHarness, "key" | "customers"> };

type TransferLoad = {
  acknowledged(): number;
  /** Resolves when so many more transfers are acknowledged. */
  untilMore(transfers: number): Promise<void>;
  /** Resolves with the references of all acknowledged transfers. */
  stop(): Promise<string[]>;
};

/** Clients that send transfers one after the other, each with its key until it is acknowledged. */
export function startTransferLoad(options: Target & { clients: number; pauseMs: number }): TransferLoad {
  let isRunning = true;
  let failure: Error | undefined;
  const acknowledged: string[] = [];
  const loops = Array.from({ length: options.clients }, async (_, client) => {
    for (let i = 0; isRunning; i += 1) {
      acknowledged.push(await transferUntilBooked(options, `load-${client}-${i}`, client + i));
      await sleep(options.pauseMs);
    }
  });
  for (const loop of loops) {
    loop.catch((error) => {
      failure = error;
    });
  }

  return {
    acknowledged: () => acknowledged.length,
    async untilMore(transfers) {
      const enough = acknowledged.length + transfers;
      while (acknowledged.length < enough) {
        if (failure) throw failure;
        await sleep(5);
      }
    },
    async stop() {
      isRunning = false;
      await Promise.all(loops);
      return acknowledged;
    },
  };
}

/** Sends a transfer with its key until it is acknowledged. Returns its reference. `index` chooses the customers. @throws if it is refused */
export async function transferUntilBooked({ address, harness }: Target, key: string, index: number): Promise<string> {
  const [from, to] = [index, index * 7 + 1].map((n) => harness.customers[n % harness.customers.length]);
  const body = JSON.stringify({ fromCustomerId: from, toCustomerId: to, amount: 10 });
  const headers = {
    authorization: `Bearer ${harness.key}`,
    "content-type": "application/json",
    "idempotency-key": key,
  };
  while (true) {
    const request = { method: "POST", headers, body, signal: AbortSignal.timeout(20_000) };
    const reply = await fetch(`${address}/v1/transfer/wallet`, request).catch(() => undefined);
    const answer = await reply?.text().catch(() => undefined);
    if (reply?.ok && answer) return JSON.parse(answer).data.reference;
    if (reply && reply.status < 500 && reply.status !== 409) throw new Error(`refused: ${answer}`);
    await sleep(20);
  }
}

/** Waits until every event is published and every delivery has ended. */
export async function untilDelivered(db: Queryable, withinMs = Number.POSITIVE_INFINITY): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(50)) {
    const { rows } = await db.query<{ left: number }>(
      "select ((select count(*) from webhook_jobs) + (select count(*) from outbox where fanned_out_at is null))::int as left",
    );
    if (rows[0]?.left === 0) return;
  }
}
