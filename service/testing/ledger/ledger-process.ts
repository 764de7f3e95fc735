import { createInterface } from "node:readline";
import { createCommitter } from "../../ledger/commit-movements.ts";
import { testSign } from "../context.ts";
import { movement, posting, type TestBooks } from "./books.ts";

/** One transfer with the client's key, as the crash test sends it to the process. */
export type TransferOrder = { key: string; from: string; to: string };
export type TransferReceipt = { key: string; error: string | null };

/** Makes one transfer of 1 kobo with a key. The reply is committed with it. @throws the errors of the ledger */
export async function transferUnderKey(
  committer: ReturnType<typeof createCommitter>,
  books: TestBooks,
  order: TransferOrder,
): Promise<void> {
  const moved = movement(books, BigInt(order.from), BigInt(order.to), 1n, { baseFee: 1n, description: order.key });
  await committer.submit(
    posting([moved], {
      idempotency: { key: order.key, requestHash: Buffer.from(order.key) },
      buildSideEffects: () => ({ answer: { status: 200, headers: {}, body: moved.id }, audit: [] }),
    }),
  );
}

/** A minimal service process for crash tests: reads orders line by line and acknowledges each after its commit. */
function serve(databaseUrl: string, tenant: number): void {
  const committer = createCommitter({ databaseUrl, clock: { now: () => new Date() }, sign: testSign });
  const books = { tenant, merchant: 0n, funding: 0n, wallets: [] };
  const orders = createInterface({ input: process.stdin });
  // The test has finished or was killed.
  orders.on("close", () => process.exit());
  orders.on("line", async (line) => {
    const order: TransferOrder = JSON.parse(line);
    const receipt: TransferReceipt = { key: order.key, error: null };
    await transferUnderKey(committer, books, order).catch((error: Error) => {
      receipt.error = error.name;
    });
    process.stdout.write(`${JSON.stringify(receipt)}\n`);
  });
}

const [, script, databaseUrl, tenant] = process.argv;
if (script === import.meta.filename && databaseUrl) serve(databaseUrl, Number(tenant));
