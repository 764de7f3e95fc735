import type { Queryable, Transaction } from "../pool.ts";

/** A wallet's PIN for verification. `pinHash` is null where no PIN is set; `isKeyed` says whether it was hashed under a key. */
export type WalletPinRow = { walletId: string; pinHash: string | null; isKeyed: boolean; lockedUntil: Date | null };

/** Returns the PINs of these wallets. Does not lock: verifying one takes long. */
export async function findWalletPins(
  db: Queryable,
  tenant: number,
  walletIds: readonly string[],
): Promise<WalletPinRow[]> {
  const { rows } = await db.query<WalletPinRow>(
    `select id as "walletId", pin_hash as "pinHash", pin_is_keyed as "isKeyed", pin_locked_until as "lockedUntil"
     from wallets where tenant = $1 and id = any($2::uuid[])`,
    [tenant, walletIds],
  );
  return rows;
}

/**
 * Records the result of a PIN entry. A correct entry resets the count; the `mostWrong`th wrong entry in a row locks the
 * PIN until `lockUntil`. Entries are counted one after the other, even where they were verified concurrently. Returns
 * undefined and counts nothing where the PIN was locked in the meantime.
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

/** Stores a PIN and resets the count of wrong entries. */
export async function updateWalletPin(
  tx: Transaction,
  tenant: number,
  walletId: string,
  pin: { pinHash: string; at: Date },
): Promise<void> {
  await tx.query(
    `update wallets set pin_hash = $3, pin_is_keyed = true, pin_set_at = $4, pin_failures = 0, pin_locked_until = null, updated_at = $4
     where tenant = $1 and id = $2`,
    [tenant, walletId, pin.pinHash, pin.at],
  );
}

/** Replaces a hash without a key by a keyed one of the same PIN, unless the PIN was changed meanwhile. */
export async function rekeyWalletPin(
  tx: Transaction,
  tenant: number,
  walletId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.query(
    "update wallets set pin_hash = $4, pin_is_keyed = true where tenant = $1 and id = $2 and pin_hash = $3",
    [tenant, walletId, from, to],
  );
}
