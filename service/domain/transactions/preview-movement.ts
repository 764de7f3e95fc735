import type { MovementPreview } from "../../../contract/transfers.ts";
import type { Party } from "../../db/ledger/money-parties.ts";
import type { TierRules } from "../../ledger/account.ts";
import { checkMovement, type MovementCheck, spentOn } from "../../ledger/check-movement.ts";
import { koboToWire, koboToWireEdge } from "../../ledger/kobo.ts";
import type { Refusal } from "../../ledger/movement.ts";
import type { Failure } from "../failure.ts";
import { costView, type Fees } from "./fees.ts";

/** A movement to preview, with the current state of both sides (undefined: the merchant has no such wallet). Kobo. */
export type PreviewedMovement = {
  source: Party | undefined;
  destination: Party | undefined;
  amount: bigint;
  fees: Fees;
  /** The daily limit of the source in addition to its tier's. */
  ceiling?: bigint | null;
  tiers: TierRules;
  /** Today in Africa/Lagos. */
  day: string;
  checks?: MovementCheck["checks"];
};

/**
 * Previews a movement: its cost, both balances after it, and every reason against it in the order of the real checks, both for
 * display and as failures. `failureOf` translates refusals for the verb; `first` holds failures that the verb finds before the
 * ledger. Applies the ledger's own rules to unlocked accounts, so preview and posting cannot disagree. Pure. API 4, Ledger 2.
 */
export function previewMovement(
  movement: PreviewedMovement,
  words: { failureOf(refusal: Refusal): Failure; first: readonly Failure[] },
): { preview: Omit<MovementPreview, "approval">; failures: readonly Failure[] } {
  const { source, destination, amount, fees, ceiling, day, tiers, checks = "payment" } = movement;
  const total = amount + fees.baseFee + fees.merchantFee;
  const check = { amount, fees: total - amount, day, tiers, ceiling, checks };
  const refusals = checkMovement(source?.account, destination?.account, check);
  const failures = [...words.first, ...refusals.map(words.failureOf)];
  const preview = {
    ...costView(amount, fees, koboToWireEdge),
    source: source ? sideView(source, -total, movement) : null,
    target: destination ? sideView(destination, amount, movement) : null,
    allowed: failures.length === 0,
    reasons: failures.map(reasonView),
  };
  return { preview, failures };
}

/** One side now and after `change`. */
export function sideView(party: Party, change: bigint, { tiers, day }: Pick<PreviewedMovement, "tiers" | "day">) {
  const { customerId, name, accountNumber, account } = party;
  const dailyLimit = account.tier === null ? null : tiers[account.tier].dailyLimit;
  const spentToday = spentOn(account, day);
  return {
    customerId,
    name,
    account: accountNumber,
    status: account.frozen ? ("FROZEN" as const) : ("ACTIVE" as const),
    postNoCredit: account.postNoCredit,
    tier: account.tier === null ? null : (`TIER_${account.tier}` as const),
    balance: koboToWire(account.balance),
    balanceAfter: koboToWireEdge(account.balance + change),
    dailyLimit: dailyLimit === null ? null : koboToWire(dailyLimit),
    spentToday: koboToWireEdge(spentToday),
    dailyRemaining: dailyLimit === null ? null : koboToWire(remaining(dailyLimit - spentToday)),
  };
}

// The numbers are fields beside the text, so that clients need not parse the text.
function reasonView({ code, message, errors }: Failure): { code: string; message: string } {
  return { ...errors?.[0], code, message };
}

// A limit that was lowered during the day can be exceeded already.
function remaining(left: bigint): bigint {
  return left < 0n ? 0n : left;
}
