import { expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import type { Queryable } from "../pool.ts";
import { findBankCredits } from "./bank-credits.ts";

const database = useTestDatabase();
const ROWS = 2_000;
const at = new Date("2026-03-02T10:00:00Z");
const nothing = { state: null, customerId: null, walletId: null, minAmount: null, maxAmount: null, search: null };

/** As many credits as payouts, of which none sends a credit back. */
async function fill(tenant: number): Promise<void> {
  await database.pool.query(
    `insert into bank_credits (tenant, id, rail, session_id, state, stripe, amount, sender_name, sender_bank_code, sender_bank_name,
       sender_account_number, narration, reference, sent_at, received_at)
     select $1, gen_random_uuid(), 'bank', n::text, 'credited', 0, 100, 'Ada Obi', '000014', 'Bank', '0123456789', '', '', $2, $2
     from generate_series(1, $3::int) n`,
    [tenant, at, ROWS],
  );
  await database.pool.query(
    `insert into payouts (tenant, id, reference, state, source, stripe, wallet_id, amount, fee, vat, duty, bank_code, bank_name,
       account_number, account_name, name_match, narration, actor, actor_name, created_at, updated_at)
     select $1, gen_random_uuid(), 'REF-' || n, 'held', 1, 0, gen_random_uuid(), 100, 0, 0, 0, '000014', 'Bank',
       '0123456789', 'Ada Obi', 'FULL', '', 'job:test', 'Test', $2, $2 from generate_series(1, $3::int) n`,
    [tenant, at, ROWS],
  );
}

it("counts the credits of a merchant that the statistics do not know without comparing them with all payouts", async () => {
  const known = await openTestBooks(database.pool, { wallets: 0 });
  const joined = await openTestBooks(database.pool, { wallets: 0 });
  const tables = ["bank_credits", "payouts"];
  for (const table of tables) await database.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await fill(known.tenant);
  await database.pool.query(`analyze ${tables.join(", ")}`);
  await fill(joined.tenant);
  const filter = { ...nothing, from: null, to: null };
  const ask = (db: Queryable) => findBankCredits(db, joined.tenant, filter, { limit: 20, offset: 0 });
  expect(await ask(database.pool)).toMatchObject({
    counts: expect.arrayContaining([{ state: "credited", total: ROWS }]),
  });
  expect(await countReadRows(database.pool, ask)).toBeLessThan(10 * ROWS);
});
