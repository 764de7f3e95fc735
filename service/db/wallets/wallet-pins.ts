import type { Queryable, Transaction } from "../pool.ts";

/** A wallet's PIN as entries are checked against it; `pinHash` null: none was set. */
export type WalletPinRow = { walletId: string; pinHash: string | null; lockedUntil: Date | null };

/** The PINs of these wallets; not locked: checking one takes long. */
export async function findWalletPins(
  db: Queryable,
  tenant: number,
  walletIds: readonly string[],
): Promise<WalletPinRow[]> {
  const { rows } = await db.query<WalletPinRow>(
    `select id as "walletId", pin_hash as "pinHash", pin_locked_until as "lockedUntil"
     from wallets where tenant = $1 and id = any($2::uuid[])`,
    [tenant, walletIds],
  );
  return rows;
}

/**
 * Counts an entry: a right one ends the count, the `mostWrong`th wrong one in a row locks until `lockUntil`. Entries count one
 * after the other, however many were checked at once. Undefined: it was locked meanwhile, and nothing counts.
 */
export async function countPinEntry(
  tx: Transaction,
  tenant: number,
  walletId: string,
  entry: { isRight: boolean; maxWrong: number; at: Date; lockUntil: Date },
): Promise<{ isLocked: boolean } | undefined> {
  const { rows } = await tx.query<{ isLocked: boolean }>(
    `update wallets set
       pin_failures = case when $3 or pin_failures + 1 >= $4 then 0 else pin_failures + 1 end,
       pin_locked_until = case when not $3 and pin_failures + 1 >= $4 then $6::timestamptz end
     where tenant = $1 and id = $2 and (pin_locked_until is null or pin_locked_until <= $5)
     returning pin_locked_until is not null as "isLocked"`,
    [tenant, walletId, entry.isRight, entry.maxWrong, entry.at, entry.lockUntil],
  );
  return rows[0];
}

/** Stores a PIN; what was entered wrong before no longer counts. */
export async function updateWalletPin(
  tx: Transaction,
  tenant: number,
  walletId: string,
  pin: { pinHash: string; at: Date },
): Promise<void> {
  await tx.query(
    `update wallets set pin_hash = $3, pin_set_at = $4, pin_failures = 0, pin_locked_until = null, updated_at = $4
     where tenant = $1 and id = $2`,
    [tenant, walletId, pin.pinHash, pin.at],
  );
}
