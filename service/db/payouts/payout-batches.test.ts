import { expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import { inTransaction } from "../pool.ts";
import { findPayoutItems, settlePayoutBatch } from "./payout-batches.ts";

const database = useTestDatabase();
const [ITEMS, PAYOUTS] = [1_000, 5_000];
const BATCH = "0190d8a0-0000-7000-8000-000000000001";
const at = new Date("2026-03-02T10:00:00Z");

/** A merchant with a batch whose items wait for their results. */
async function submitBatch(): Promise<number> {
  const { tenant } = await openTestBooks(database.pool, { wallets: 0 });
  await database.pool.query(
    `insert into payout_batches (tenant, id, reference, status, total, rejected, amount, charges, actor, actor_name, created_at)
     values ($1, $2, 'SALARIES', 'awaiting_approval', $3, 0, 100, 0, 'job:test', 'Test', $4)`,
    [tenant, BATCH, ITEMS, at],
  );
  await database.pool.query(
    `insert into payout_batch_items (tenant, batch, row, id, status, amount, fee, vat, duty, sort_code, account_number, narration)
     select $1, $2, n, gen_random_uuid(), 'pending', 100, 0, 0, 0, '000014', '0123456789', '' from generate_series(1, $3::int) n`,
    [tenant, BATCH, ITEMS],
  );
  return tenant;
}

it("finds each item of a settled batch by key, with the settings of the ledger's connections", async () => {
  const tenant = await submitBatch();
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    ...{ row: n + 1, status: "accepted" as const, reference: `REF-${n}`, code: null, reason: null },
  }));
  const { text, values } = settlePayoutBatch(tenant, BATCH, { items, open: ITEMS, amount: 100n, charges: 0n, at });
  const read = await inTransaction(database.pool, async (tx) => {
    await tx.query(
      "set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off; set local jit = off",
    );
    return await countReadRows(tx, (db) => db.query(text, values));
  });
  expect(read).toBeGreaterThan(ITEMS);
  expect(read).toBeLessThan(20 * ITEMS);
  const { rows } = await database.pool.query(
    "select status, count(*)::int as items, count(distinct reference)::int as named from payout_batch_items group by status",
  );
  expect(rows).toEqual([{ status: "accepted", items: ITEMS, named: ITEMS }]);
});

it("reads the payouts of a batch by key, for a merchant that the statistics do not know", async () => {
  const { tenant: known } = await openTestBooks(database.pool, { wallets: 0 });
  const pay = (tenant: number) =>
    database.pool.query(
      `insert into payouts (tenant, id, reference, state, source, stripe, wallet_id, amount, fee, vat, duty, bank_code, bank_name,
         account_number, account_name, name_match, narration, actor, actor_name, created_at, updated_at)
       select $1, gen_random_uuid(), 'REF-' || n, 'held', 1, 0, gen_random_uuid(), 100, 0, 0, 0, '000014', 'Bank',
         '0123456789', 'Ada Obi', 'FULL', '', 'job:test', 'Test', $2, $2 from generate_series(1, $3::int) n`,
      [tenant, at, PAYOUTS],
    );
  await database.pool.query("alter table payouts set (autovacuum_enabled = false)");
  await pay(known);
  await database.pool.query("analyze payouts");
  const tenant = await submitBatch();
  await pay(tenant);
  const page = { limit: ITEMS, offset: 0 };
  expect(await findPayoutItems(database.pool, tenant, BATCH, page)).toHaveLength(ITEMS);
  const read = await countReadRows(database.pool, (db) => findPayoutItems(db, tenant, BATCH, page));
  expect(read).toBeLessThan(PAYOUTS);
});
