import type { FailureCode } from "../../../../contract/errors.ts";
import { inTransaction } from "../../../db/pool.ts";
import { countPinEntry, findWalletPins, rekeyWalletPin, type WalletPinRow } from "../../../db/wallets/wallet-pins.ts";
import { QueueFull } from "../../../providers/passwords.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { hashPin, verifyPin } from "./pin-hash.ts";

/** The PIN given with a debit; absent when the request had none. */
export type PinEntry = { walletId: string; pin?: string | undefined };
export type PinVerdict = "right" | "missing" | "not_set" | "wrong" | "locked";

export const MAX_WRONG_PINS = 5;
export const PIN_LOCK_MINUTES = 30;
/**
 * Wallets whose PINs are checked concurrently. Bounded because argon2 takes memory and other requests share the queue.
 */
const MAX_CONCURRENT_WALLETS = 8;

/**
 * Checks the PINs of debits; returns one verdict per entry, in order. Five consecutive wrong entries lock a wallet's
 * PIN for 30 min, from any caller and including concurrent entries. Slow by design, so never call it inside a
 * transaction. Api 3.
 * @throws `unavailable` when too many PINs are being checked.
 */
export async function checkPins(ctx: Context, entries: readonly PinEntry[]): Promise<PinVerdict[]> {
  const places = Map.groupBy(entries.keys(), (place) => entries[place]?.walletId ?? "");
  const pins = new Map(
    (await findWalletPins(ctx.db, ctx.tenant.id, [...places.keys()])).map((row) => [row.walletId, row]),
  );
  const verdicts = entries.map((): PinVerdict => "not_set");
  const waiting = [...places];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [walletId, ofWallet] = next;
      const entered = ofWallet.map((place) => entries[place]?.pin);
      const checked = await checkWallet(ctx, pins.get(walletId), entered);
      for (const [index, place] of ofWallet.entries()) verdicts[place] = checked[index] ?? "wrong";
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_WALLETS, waiting.length) }, worker));
  return verdicts;
}

/**
 * The failure for a debit whose PIN was rejected; null for a correct PIN. Its message is also the reason of a rejected
 * item. Api 3.
 */
export function pinFailure(verdict: PinVerdict): Failure | null {
  return verdict === "right" ? null : new Failure(REFUSALS[verdict]);
}

const REFUSALS = {
  missing: "pin_missing",
  not_set: "pin_not_set",
  wrong: "pin_wrong",
  locked: "pin_locked",
} as const satisfies Record<Exclude<PinVerdict, "right">, FailureCode>;

/** Checks one wallet's entries sequentially; a repeated PIN counts as one entry, and none is hashed once the PIN is locked. */
async function checkWallet(
  ctx: Context,
  row: WalletPinRow | undefined,
  entered: readonly (string | undefined)[],
): Promise<PinVerdict[]> {
  const known = new Map<string, PinVerdict>();
  const verdicts: PinVerdict[] = [];
  let isLocked = false;
  for (const pin of entered) {
    if (!pin) verdicts.push("missing");
    else if (!row?.pinHash) verdicts.push("not_set");
    else if (isLocked) verdicts.push("locked");
    else {
      const verdict = known.get(pin) ?? (await checkEntry(ctx, { ...row, pinHash: row.pinHash }, pin));
      known.set(pin, verdict);
      verdicts.push(verdict);
      isLocked = verdict === "locked";
    }
  }
  return verdicts;
}

async function checkEntry(ctx: Context, row: WalletPinRow & { pinHash: string }, pin: string): Promise<PinVerdict> {
  if (row.lockedUntil && row.lockedUntil > ctx.clock.now()) return "locked";
  const { isRight, rekeyed } = await verify(ctx, row, pin);
  const at = ctx.clock.now();
  const lockUntil = new Date(at.getTime() + PIN_LOCK_MINUTES * 60_000);
  return await inTransaction(ctx.db, async (tx) => {
    const entry = { isRight, maxWrong: MAX_WRONG_PINS, at, lockUntil };
    const counted = await countPinEntry(tx, ctx.tenant.id, row.walletId, entry);
    if (!counted) return "locked";
    if (rekeyed) await rekeyWalletPin(tx, ctx.tenant.id, row.walletId, { from: row.pinHash, to: rekeyed });
    if (!counted.isLocked) return isRight ? "right" : "wrong";
    await recordAudit(tx, ctx, {
      action: "wallet.lock_pin",
      object: { kind: "wallet", id: row.walletId },
      after: { lockedUntil: lockUntil.toISOString() },
      reason: `${MAX_WRONG_PINS} wrong entries`,
    });
    return "locked";
  });
}

/** `rekeyed` is the new hash of a correct PIN whose hash had no key. */
async function verify(
  ctx: Context,
  row: WalletPinRow & { pinHash: string },
  pin: string,
): Promise<{ isRight: boolean; rekeyed?: string }> {
  try {
    return await ctx.providers.passwords.runPinLimited(row.walletId, async () => {
      const isRight = await verifyPin(ctx, row, pin);
      return isRight && !row.isKeyed ? { isRight, rekeyed: await hashPin(ctx, pin) } : { isRight };
    });
  } catch (error) {
    if (error instanceof QueueFull) throw new Failure("unavailable", { headers: { "retry-after": "2" } });
    throw error;
  }
}
