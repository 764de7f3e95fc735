import type { MovementPreview } from "../../../contract/transfers.ts";
import type { Party } from "../../db/ledger/money-parties.ts";
import type { TierRules } from "../../ledger/account.ts";
import { checkMovement, spentOn } from "../../ledger/check-movement.ts";
import { koboToWire, koboToWireEdge } from "../../ledger/kobo.ts";
import type { Refusal } from "../../ledger/movement.ts";
import type { Failure } from "../failure.ts";
import { costView, type Fees } from "./fees.ts";

/** A movement that was only thought of, with both sides as they are now (undefined: the merchant has no such wallet). Kobo. */
export type ThoughtMovement = {
  source: Party | undefined;
  destination: Party | undefined;
  amount: bigint;
  fees: Fees;
  /** What may leave the source today, where that is limited besides its tier. */
  ceiling?: bigint | null;
  tiers: TierRules;
  /** Today in Africa/Lagos. */
  day: string;
};

/**
 * What a movement would cost, leave, and run into: every reason against it, in the order in which the real one would meet
 * them, as shown and as the failures they would be. `failureOf` gives refusals the verb's words; `first` holds reasons that the verb finds before the ledger does. The
 * rules are the ledger's own, on unlocked accounts, so that the two cannot disagree. Pure. Api 4, ledger 2.
 */
export function previewMovement(
  movement: ThoughtMovement,
  words: { failureOf(refusal: Refusal): Failure; first: readonly Failure[] },
): { preview: Omit<MovementPreview, "approval">; failures: readonly Failure[] } {
  const { source, destination, amount, fees, ceiling, day, tiers } = movement;
  const total = amount + fees.baseFee + fees.merchantFee;
  const check = { amount, fees: total - amount, day, tiers, ceiling };
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

/** One side of it, as it is and as `change` would leave it. */
export function sideView(party: Party, change: bigint, { tiers, day }: Pick<ThoughtMovement, "tiers" | "day">) {
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
    spentToday: koboToWire(spentToday),
    dailyRemaining: dailyLimit === null ? null : koboToWire(remaining(dailyLimit - spentToday)),
  };
}

// The numbers stand beside the text: whoever shows the reason need not read them out of it.
function reasonView({ code, message, errors }: Failure): { code: string; message: string } {
  return { ...errors?.[0], code, message };
}

// A limit that was lowered during the day may be overspent.
function remaining(left: bigint): bigint {
  return left < 0n ? 0n : left;
}
