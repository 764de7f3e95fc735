import { movement, posting } from "../../service/testing/ledger/books.ts";
import { type LedgerHarness, openLedgerHarness } from "../../service/testing/ledger/ledger-harness.ts";
import { createDatabase } from "./database.ts";
import { pair } from "./floor.ts";
import type { Setup } from "./measure.ts";

const FEES = { baseFee: 2n, merchantFee: 1n };

/**
 * The engine with every rule, two fee legs, journal, entries, outbox and zero-sum check; then the same with side
 * effects.
 */
export async function openEngine(options: { wallets: number; callers: number }): Promise<Setup> {
  const { callers } = options;
  const database = await createDatabase("bench_engine");
  const harness = await openLedgerHarness(database.url, { wallets: options.wallets, each: 1_000_000n });
  const all = harness.books.wallets;
  const hot = all.slice(0, 10);
  const unsigned = { ...harness, committer: harness.unsigned };
  return {
    designs: [
      { name: "engine", callers: 1, work: () => transfer(harness, all) },
      { name: "engine", callers, work: () => transfer(harness, all) },
      { name: "engine, with its call and idempotent answer", callers, work: () => transfer(harness, all, true) },
      { name: "engine, the same without authentication codes", callers, work: () => transfer(unsigned, all, true) },
      { name: "engine, ten hot wallets", callers, work: () => transfer(harness, hot) },
      { name: "engine, batch of 5,000 credits", callers: 1, weight: 5_000, work: () => creditBatch(harness) },
    ],
    async close() {
      await harness.close();
      await database.drop();
    },
  };
}

let made = 0;

async function transfer(
  { committer, books }: LedgerHarness,
  wallets: readonly bigint[],
  withSideEffects = false,
): Promise<void> {
  const [left, right] = pair(wallets.length);
  const [from, to] = Math.random() < 0.5 ? [left, right] : [right, left];
  const call = withSideEffects ? { ...CALL, requestId: `request-${made}` } : null;
  const moved = movement(books, walletAt(wallets, from - 1), walletAt(wallets, to - 1), 10n, { ...FEES, call });
  made += 1;
  const decision = await committer.submit(
    withSideEffects
      ? posting([moved], {
          idempotency: { key: `key-${made}`, requestHash: Buffer.alloc(32, 1) },
          buildSideEffects: () => ({ answer: ANSWER, audit: [] }),
        })
      : posting([moved]),
  );
  if (decision.kind !== "decided" || !decision.outcomes[0]?.posted) throw new Error("unexpected refusal");
}

async function creditBatch({ committer, books }: LedgerHarness): Promise<void> {
  const total = 5_000n * 13n;
  await committer.submit(posting([movement(books, books.funding, books.merchant, total, { kind: "funding" })]));
  const items = books.wallets.slice(0, 5_000);
  const movements = items.map((wallet) => movement(books, books.merchant, wallet, 10n, { kind: "credit", ...FEES }));
  const decision = await committer.submit(posting(movements));
  if (decision.kind !== "decided" || !decision.outcomes.every((outcome) => outcome.posted)) throw new Error("refused");
}

const CALL = { actorName: "Private key", address: "127.0.0.1" };

const ANSWER = {
  status: 200,
  headers: {},
  body: JSON.stringify({
    status: true,
    message: "Transaction successfully completed.",
    data: { padding: "x".repeat(400) },
  }),
};

function walletAt(wallets: readonly bigint[], index: number): bigint {
  const wallet = wallets[index];
  if (wallet === undefined) throw new Error(`no wallet ${index}`);
  return wallet;
}
