import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { debitWallet } from "../../domain/batches/single/debit-wallet.ts";
import type { Context } from "../../domain/context.ts";
import { transferBetweenCustomers } from "../../domain/transfers/transfer-between-customers.ts";
import type { Random } from "./random.ts";

/** The seed's own record of a wallet, so that it only requests movements that the rules allow. Kobo. */
export type DemoWallet = {
  /** The customer's first name. */
  name: string;
  customerId: string;
  tier: 1 | 2 | 3;
  balance: number;
  spent: { day: string; amount: number };
  isActive: boolean;
  takesCredit: boolean;
  isIdle: boolean;
};

const MAXIMUM_BALANCE = { 1: 30_000_000, 2: 50_000_000, 3: 600_000_000 };
const DAILY_LIMIT = { 1: 5_000_000, 2: 20_000_000, 3: 500_000_000 };
const LARGEST_AMOUNT = { 1: 1_800_000, 2: 9_000_000, 3: 45_000_000 };
const TRANSFER_FEE = 1_000;
const NARRATIONS = {
  credit: ["Weekly sales payout", "Commission", "Refund of order", "Driver earnings", "Stock purchase loan"],
  debit: ["Loan repayment", "Shop rent", "Delivery fees", "Savings contribution"],
  transfer: ["School fees", "Rent share", "Groceries", "Contribution for the wedding", "Repayment, thank you"],
} as const;
const NOTES = ["Agreed on the phone, see ticket SUP-2301.", "Second part of two."] as const;

/**
 * Makes one movement of an ordinary day: mostly payouts by the merchant, then transfers, then debits. Returns whether
 * one was made.
 */
export async function makeRandomMovement(
  ctx: Context,
  wallets: readonly DemoWallet[],
  random: Random,
): Promise<boolean> {
  const awake = wallets.filter((wallet) => wallet.isActive && !wallet.isIdle);
  const receivers = awake.filter((wallet) => wallet.takesCredit);
  const payers = awake.filter((wallet) => wallet.balance > 500_000);
  const kind = random.whole(1, 100);
  if (receivers.length === 0) return false;
  if (kind <= 50 || payers.length < 2) return payOut(ctx, random.oneOf(receivers), random);
  const payer = random.oneOf(payers);
  if (kind <= 82) return transfer(ctx, payer, random.oneOf(receivers), random);
  return debit(ctx, payer, random);
}

/**
 * Pays out from the merchant, at most as much as the wallet's tier has room for. Returns whether a payout was made.
 */
export async function payOut(ctx: Context, wallet: DemoWallet, random: Random): Promise<boolean> {
  const amount = Math.min(randomAmount(wallet.tier, random), MAXIMUM_BALANCE[wallet.tier] - wallet.balance);
  if (amount < 100) return false;
  await creditWallet(ctx, { customerId: wallet.customerId, amount, ...wordsOf("credit", amount) });
  wallet.balance += amount;
  return true;
}

async function debit(ctx: Context, wallet: DemoWallet, random: Random): Promise<boolean> {
  const amount = Math.min(randomAmount(wallet.tier, random), wallet.balance, leftToday(ctx, wallet));
  if (amount < 100) return false;
  await debitWallet(ctx, { customerId: wallet.customerId, amount, ...wordsOf("debit", amount) });
  spend(ctx, wallet, amount, 0);
  return true;
}

async function transfer(ctx: Context, from: DemoWallet, to: DemoWallet, random: Random): Promise<boolean> {
  const room = MAXIMUM_BALANCE[to.tier] - to.balance;
  const amount = Math.min(randomAmount(from.tier, random), from.balance - TRANSFER_FEE, leftToday(ctx, from), room);
  if (from === to || amount < 100) return false;
  const parties = { fromCustomerId: from.customerId, toCustomerId: to.customerId };
  await transferBetweenCustomers(ctx, { ...parties, amount, ...wordsOf("transfer", amount) });
  spend(ctx, from, amount, TRANSFER_FEE);
  to.balance += amount;
  return true;
}

// Chosen by the amount, so that the random part of the story stays the same. Some payments have no narration, few have a note.
function wordsOf(kind: keyof typeof NARRATIONS, amount: number): { narration?: string; note?: string } {
  const choice = Math.floor(amount / 5_000);
  if (choice % 6 === 5) return {};
  const narration = NARRATIONS[kind][choice % NARRATIONS[kind].length] ?? "";
  return choice % 9 === 0 ? { narration, note: NOTES[choice % NOTES.length] ?? "" } : { narration };
}

// Most amounts are round, as in practice; some have kobo.
function randomAmount(tier: 1 | 2 | 3, random: Random): number {
  const naira = random.whole(5, 20) * random.oneOf([50, 100, 100, 250, 500]);
  const scale = { 1: 1, 2: 4, 3: 20 }[tier];
  const kobo = random.percent(15) ? random.whole(1, 99) : 0;
  return Math.min(naira * 100 * scale + kobo, LARGEST_AMOUNT[tier]);
}

function leftToday(ctx: Context, wallet: DemoWallet): number {
  const spent = wallet.spent.day === dayOf(ctx) ? wallet.spent.amount : 0;
  return DAILY_LIMIT[wallet.tier] - spent - TRANSFER_FEE;
}

function spend(ctx: Context, wallet: DemoWallet, amount: number, fee: number): void {
  const day = dayOf(ctx);
  const before = wallet.spent.day === day ? wallet.spent.amount : 0;
  wallet.spent = { day, amount: before + amount };
  wallet.balance -= amount + fee;
}

// Lagos is at UTC+1 all year; the demo has no movements around midnight.
function dayOf(ctx: Context): string {
  return new Date(ctx.clock.now().getTime() + 3_600_000).toISOString().slice(0, 10);
}
