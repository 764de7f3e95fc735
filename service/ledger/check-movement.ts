import type { Account, TierRule, TierRules } from "./account.ts";
import type { KindRule } from "./kind-rules.ts";
import { MAX_KOBO } from "./kobo.ts";
import type { Refusal } from "./movement.ts";

/** The facts that the rules check, apart from the accounts. `day` is the calendar day in Africa/Lagos. Kobo. */
export type MovementCheck = {
  readonly amount: bigint;
  readonly fees: bigint;
  readonly day: string;
  readonly tiers: TierRules;
  readonly ceiling?: bigint | null | undefined;
  /**
   * A booking is checked for accounts and the source's balance only. A reversal has no limits on amounts: it takes back what one of
   * them allowed.
   */
  readonly checks?: KindRule["checks"] | "reversal";
};

const noLimits: TierRule = { dailyLimit: null, singleLimit: null, minBalance: 0n, maxBalance: null };

/**
 * Every reason against moving `amount` between two loaded accounts, in the order of API 4 with the ceiling last; empty means allowed.
 * An account that was not found is undefined. Limits apply to the amount without fees. Wallets have the limits of their tier; internal accounts have none.
 * Pure; never throws for a business reason. Transfers use the first reason, previews show all. Spec 4.18, 4.19, 7.
 */
export function checkMovement(
  source: Account | undefined,
  destination: Account | undefined,
  check: MovementCheck,
): Refusal[] {
  if (source && destination && source.id === destination.id) return [{ code: "same_account" }];
  if (!source) return [{ code: "account_not_found", side: "source" }];
  if (!destination) return [{ code: "account_not_found", side: "destination" }];

  const refusals: Refusal[] = [];
  if (check.checks === "booking") {
    checkSourceBalance(source, check, refusals);
    return refusals;
  }
  if (source.frozen) refusals.push({ code: "account_frozen", side: "source" });
  if (destination.frozen) refusals.push({ code: "account_frozen", side: "destination" });
  if (destination.postNoCredit) refusals.push({ code: "post_no_credit" });
  if (check.checks !== "reversal") checkLimits(source, check, refusals);
  checkSourceBalance(source, check, refusals);
  const { maxBalance } = tierOf(destination, check.tiers);
  const highest = maxBalance ?? MAX_KOBO;
  const balanceAfter = destination.balance + check.amount;
  if (balanceAfter > highest) refusals.push({ code: "max_balance_exceeded", maxBalance: highest, balanceAfter });
  checkCeiling(source, check, refusals);
  return refusals;
}

/** The amount that counts against the daily limit; zero on a new day. A clock that runs behind does not reset it. */
export function spentOn(account: Account, day: string): bigint {
  return account.day !== null && account.day >= day ? account.spent : 0n;
}

function checkLimits(source: Account, { amount, day, tiers }: MovementCheck, refusals: Refusal[]): void {
  const { singleLimit, dailyLimit } = tierOf(source, tiers);
  if (singleLimit !== null && amount > singleLimit) {
    refusals.push({ code: "single_limit_exceeded", limit: singleLimit, amount });
  }
  const spent = spentOn(source, day);
  if (dailyLimit !== null && spent + amount > dailyLimit) {
    refusals.push({ code: "daily_limit_exceeded", limit: dailyLimit, spent, amount });
  }
}

/** The counter accounts of sandbox funds, of money at the bank and at the issuer of cards, and of money that others owe. */
const MAY_BE_NEGATIVE: ReadonlySet<Account["kind"]> = new Set([
  "funding",
  "bank_float",
  "receivable",
  "issuer_settlement",
]);

function checkSourceBalance(source: Account, { amount, fees, tiers }: MovementCheck, refusals: Refusal[]): void {
  // Money outside the books has a negative balance. The bound keeps every balance of the tenant a safe integer.
  const spendable = MAY_BE_NEGATIVE.has(source.kind) ? source.balance + MAX_KOBO : source.balance;
  const needed = amount + fees;
  if (needed > spendable) {
    refusals.push({ code: "balance_too_low", balance: source.balance, needed });
    return;
  }
  const { minBalance } = tierOf(source, tiers);
  const balanceAfter = source.balance - needed;
  if (source.kind === "wallet" && balanceAfter < minBalance) {
    refusals.push({ code: "min_balance_not_met", minBalance, balanceAfter });
  }
}

// Checked last: a movement that another rule refuses does not use the ceiling.
function checkCeiling(source: Account, { amount, day, ceiling = null }: MovementCheck, refusals: Refusal[]): void {
  const spent = spentOn(source, day);
  if (ceiling !== null && spent + amount > ceiling) {
    refusals.push({ code: "ceiling_exceeded", limit: ceiling, spent, amount });
  }
}

function tierOf(account: Account, tiers: TierRules): TierRule {
  return account.tier === null ? noLimits : tiers[account.tier];
}
