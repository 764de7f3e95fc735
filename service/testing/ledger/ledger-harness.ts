import { migrate } from "../../db/migrate.ts";
import { openPool, type Pool } from "../../db/pool.ts";
import { createCommitter } from "../../ledger/commit-movements.ts";
import type { Committer } from "../../ledger/committer.ts";
import { testSign } from "../context.ts";
import { fundWallets, openTestBooks, type TestBooks } from "./books.ts";

export type LedgerHarness = {
  pool: Pool;
  committer: Committer;
  /** The same without authentication codes, to measure their cost. */
  unsigned: Committer;
  books: TestBooks;
  close(): Promise<void>;
};

const NOTHING = { mac: Buffer.alloc(0), rowSums: Buffer.alloc(0) };

/** A ledger on an empty database at `url`, with `wallets` funded TIER_3 wallets. For benches and crash tests. */
export async function openLedgerHarness(
  url: string,
  options: { wallets: number; each: bigint },
): Promise<LedgerHarness> {
  const pool = openPool({ url, max: 4, applicationName: "ledger-harness" });
  await migrate(pool, { appliedAt: new Date() });
  const committer = createCommitter({ databaseUrl: url, clock: { now: () => new Date() }, sign: testSign });
  const unsigned = createCommitter({ databaseUrl: url, clock: { now: () => new Date() }, sign: () => NOTHING });
  const books = await openTestBooks(pool, { wallets: 0 });
  const { rows } = await pool.query<{ id: bigint }>(
    `insert into accounts (tenant, id, kind, tier)
     select $1, nextval('account_ids'), 'wallet', 3 from generate_series(1, $2::int) returning id`,
    [books.tenant, options.wallets],
  );
  books.wallets = rows.map((row) => row.id);
  await fundWallets(committer, books, options.each);
  await pool.query("vacuum analyze accounts");
  return {
    pool,
    committer,
    unsigned,
    books,
    async close() {
      await committer.close();
      await unsigned.close();
      await pool.end();
    },
  };
}
