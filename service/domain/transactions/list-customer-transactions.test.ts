import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { parseCsv } from "../../testing/csv/parse-csv.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import { debitWallet } from "../batches/single/debit-wallet.ts";
import type { Context, Services } from "../context.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import { transferBetweenCustomers } from "../transfers/transfer-between-customers.ts";
import type { CreatedWallet } from "../wallets/creation/open-wallet.ts";
import { downloadCustomerTransactions } from "./download-customer-transactions.ts";
import { listCustomerTransactions } from "./list-customer-transactions.ts";
import { csvOf } from "./transaction-csv.ts";

const database = useTestDatabase();
const clock = testClock();
let services: Services;

beforeAll(() => {
  // IDs in no order, as those of callers who wait for each other: the ledger's order is another.
  services = testServices(database, { clock, ids: { next: () => randomUUID() } });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => services.committer.close());

const move = fc.record({
  kind: fc.constantFrom<Move["kind"]>("credit", "debit", "transfer"),
  from: fc.nat(2),
  to: fc.nat(2),
  amount: fc.integer({ min: 1, max: 60_000 }),
  // Mostly within one instant: the order must be the ledger's all the same.
  waits: fc.constantFrom(0, 0, 0, 1),
});
type Move = { kind: "credit" | "debit" | "transfer"; from: number; to: number; amount: number; waits: number };

it("lists and downloads exactly the entries of each wallet after any movements", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(move, { minLength: 5, maxLength: 25 }),
      fc.integer({ min: 1, max: 7 }),
      async (moves, perPage) => {
        const ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
        await database.pool.query("update tenant_settings set can_debit_customer = true where tenant = $1", [
          ctx.tenant.id,
        ]);
        const wallets = [await createTestWallet(ctx), await createTestWallet(ctx), await createTestWallet(ctx)];
        await fundMerchantWallet(ctx, { amount: 100_000_000 });
        for (const one of moves) await carryOut(ctx, wallets, one);
        for (const wallet of wallets) {
          const statement = await wholeStatement(ctx, wallet, perPage);
          expect(statement.map(asEntry)).toEqual(await entriesOf(ctx, wallet));
          expect(await downloaded(ctx, wallet)).toEqual(statement.map(({ id, total }) => [id, String(total)]));
        }
      },
    ),
    { numRuns: 12 },
  );
});

/** Refusals leave nothing, in the statement as in the ledger. */
async function carryOut(ctx: Context, wallets: readonly CreatedWallet[], { kind, from, to, amount, waits }: Move) {
  clock.advance(waits);
  const [source, destination] = [wallets[from]?.customerId ?? "", wallets[to]?.customerId ?? ""];
  const done = {
    credit: () => creditWallet(ctx, { customerId: destination, amount }),
    debit: () => debitWallet(ctx, { customerId: source, amount }),
    transfer: () => transferBetweenCustomers(ctx, { fromCustomerId: source, toCustomerId: destination, amount }),
  }[kind]();
  await done.catch((error: Error) => expect(error.name).toBe("Failure"));
}

async function wholeStatement(
  ctx: Context,
  { customerId }: CreatedWallet,
  perPage: number,
): Promise<LedgerTransaction[]> {
  const lines: LedgerTransaction[] = [];
  for (let page = 1; ; page += 1) {
    const { transactions, metadata } = await listCustomerTransactions(ctx, { customerId, type: "ALL", page, perPage });
    lines.push(...transactions);
    if (page >= metadata.totalPages) {
      expect(lines.length).toBe(metadata.totalRecords);
      return lines;
    }
  }
}

function asEntry({ id, type, total, balance_before, balance_after }: LedgerTransaction) {
  const delta = type === "CREDIT" ? total : -total;
  expect(balance_after).toBe((balance_before ?? Number.NaN) + delta);
  return { id, delta, balance: balance_after };
}

async function entriesOf(ctx: Context, { accountId }: CreatedWallet) {
  const { rows } = await database.pool.query(
    `select transaction as id, delta::int, balance_after::int as balance from entries
     where tenant = $1 and account = $2 order by seq desc`,
    [ctx.tenant.id, accountId],
  );
  return rows;
}

async function downloaded(ctx: Context, { customerId }: CreatedWallet): Promise<(string | undefined)[][]> {
  let file = "";
  const statement = await downloadCustomerTransactions(ctx, { customerId, type: "ALL" });
  for await (const part of csvOf(statement, {})) file += part;
  const [header = [], ...records] = parseCsv(file);
  const total = header.indexOf("total");
  return records.map((cells) => [cells[0], cells[total]]);
}
