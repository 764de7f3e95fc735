import { setTimeout as sleep } from "node:timers/promises";
import type { HttpHarness } from "./http-harness.ts";

export type TransferLoad = {
  /** Resolves when so many more transfers are acknowledged. */
  untilMore(transfers: number): Promise<void>;
  /** Resolves with the references of all acknowledged transfers. */
  stop(): Promise<string[]>;
};

/** Clients that send transfers one after the other, each with its key until it is acknowledged. */
export function startTransferLoad(options: {
  address: string;
  harness: Pick<HttpHarness, "key" | "customers">;
  clients: number;
  pauseMs: number;
}): TransferLoad {
  let isRunning = true;
  let failure: Error | undefined;
  const acknowledged: string[] = [];
  const loops = Array.from({ length: options.clients }, async (_, client) => {
    for (let i = 0; isRunning; i += 1) {
      acknowledged.push(await transferUntilBooked(`load-${client}-${i}`, client + i));
      await sleep(options.pauseMs);
    }
  });
  for (const loop of loops) {
    loop.catch((error) => {
      failure = error;
    });
  }

  async function transferUntilBooked(key: string, index: number): Promise<string> {
    const { customers } = options.harness;
    const [from, to] = [index, index * 7 + 1].map((n) => customers[n % customers.length]);
    const body = JSON.stringify({ fromCustomerId: from, toCustomerId: to, amount: 10 });
    const headers = {
      authorization: `Bearer ${options.harness.key}`,
      "content-type": "application/json",
      "idempotency-key": key,
    };
    while (true) {
      const request = { method: "POST", headers, body, signal: AbortSignal.timeout(20_000) };
      const reply = await fetch(`${options.address}/v1/transfer/wallet`, request).catch(() => undefined);
      const answer = await reply?.text().catch(() => undefined);
      if (reply?.ok && answer) return JSON.parse(answer).data.reference;
      if (reply && reply.status < 500 && reply.status !== 409) throw new Error(`refused: ${answer}`);
      await sleep(20);
    }
  }

  return {
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
