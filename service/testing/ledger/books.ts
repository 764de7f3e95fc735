import { v7 } from "uuid";
import { openBooks, openWalletAccount } from "../../db/ledger/accounts.ts";
import { type Database, inTransaction } from "../../db/pool.ts";
import type { Committer, Decision, Posting } from "../../ledger/committer.ts";
import type { Movement } from "../../ledger/movement.ts";

export type TestBooks = { tenant: number; merchant: bigint; funding: bigint; wallets: bigint[] };

/** A merchant with one set of books, default tier rules and empty TIER_3 wallets, for ledger tests without the upper layers. */
export async function openTestBooks(db: Database, options: { wallets: number; tier?: 1 | 2 | 3 }): Promise<TestBooks> {
  return await inTransaction(db, async (tx) => {
    const merchantId = v7();
    await tx.query(
      `insert into merchants (id, slug, email, phone_number, business_name, business_type, created_at, updated_at)
       values ($1, $2, $3, '+2348000000000', 'Test', 'TEST', now(), now())`,
      [merchantId, merchantId, `${merchantId}@test.example`],
    );
    const { rows } = await tx.query<{ id: number }>(
      "insert into tenants (merchant_id, mode) values ($1, 'SANDBOX') returning id",
      [merchantId],
    );
    const tenant = rows[0]?.id ?? 0;
    await tx.query(
      `insert into tier_rules (tenant, tier, daily_limit, single_limit, min_balance, max_balance) values
       ($1, 1, 5000000, 2000000, 0, 30000000), ($1, 2, 20000000, 10000000, 0, 50000000),
       ($1, 3, 500000000, 500000000, 0, null)`,
      [tenant],
    );
    await tx.query("insert into tenant_settings (tenant, updated_at) values ($1, now())", [tenant]);
    const { merchantAccountId } = await openBooks(tx, tenant);
    const funding = await tx.query<{ id: bigint }>("select id from accounts where tenant = $1 and kind = 'funding'", [
      tenant,
    ]);
    const wallets: bigint[] = [];
    for (let i = 0; i < options.wallets; i += 1) {
      wallets.push(await openWalletAccount(tx, tenant, { tier: options.tier ?? 3, frozen: false }));
    }
    return { tenant, merchant: merchantAccountId, funding: funding.rows[0]?.id ?? 0n, wallets };
  });
}

/** A movement of `amount` kobo with a generated reference and no fees, unless said otherwise. */
export function movement(
  books: TestBooks,
  source: bigint,
  destination: bigint,
  amount: bigint,
  more: Partial<Movement> = {},
): Movement {
  const id = v7();
  return {
    tenant: books.tenant,
    id,
    reference: id,
    referenceGenerated: true,
    kind: "transfer",
    source,
    destination,
    amount,
    baseFee: 0n,
    merchantFee: 0n,
    batch: null,
    description: null,
    narration: null,
    note: null,
    reversalOf: null,
    metadata: null,
    actor: "job:test",
    ...more,
  };
}

/** A posting without side effects. */
export function posting(movements: readonly Movement[], more: Partial<Posting> = {}): Posting {
  const tenant = movements[0]?.tenant ?? 0;
  return { tenant, movements, idempotency: null, buildSideEffects: () => ({ answer: null, audit: [] }), ...more };
}

/** Submits movements and returns the decision. */
export async function move(committer: Committer, movements: readonly Movement[]): Promise<Decision> {
  return await committer.submit(posting(movements));
}

/** Funds the merchant and credits each wallet with `each` kobo, in batches of postings. */
export async function fundWallets(committer: Committer, books: TestBooks, each: bigint): Promise<void> {
  const total = each * BigInt(books.wallets.length);
  await move(committer, [movement(books, books.funding, books.merchant, total, { kind: "funding" })]);
  for (let from = 0; from < books.wallets.length; from += 5_000) {
    const part = books.wallets.slice(from, from + 5_000);
    await move(
      committer,
      part.map((wallet) => movement(books, books.merchant, wallet, each, { kind: "credit" })),
    );
  }
}

/** A wallet of the books by its index. @throws where they have none */
export function walletAt({ wallets }: TestBooks, index: number): bigint {
  const id = wallets[index];
  if (id === undefined) throw new Error(`no wallet ${index}`);
  return id;
}

/** The balance of an account in kobo; -1 where it does not exist. */
export async function balanceOf(db: Database, id: bigint): Promise<bigint> {
  const { rows } = await db.query<{ balance: bigint }>("select balance from accounts where id = $1", [id]);
  return rows[0]?.balance ?? -1n;
}

/** What became of each movement: `posted` or the code of its refusal; or of the whole posting. */
export function codesOf(decision: Decision): string[] {
  if (decision.kind !== "decided") return [decision.kind];
  return decision.outcomes.map((outcome) => (outcome.posted ? "posted" : outcome.refusal.code));
}
