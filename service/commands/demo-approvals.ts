import { approveTransaction } from "../domain/approvals/approve-transaction.ts";
import { expireApprovals } from "../domain/approvals/expire-approvals.ts";
import { removeTransaction } from "../domain/approvals/remove-transaction.ts";
import { submitUncheckedMove } from "../domain/batches/single/submit-single-move.ts";
import type { Context } from "../domain/context.ts";
import { Failure } from "../domain/failure.ts";
import { EXPIRY_DAYS } from "../domain/submissions/submit-for-approval.ts";
import { submitTransfer } from "../domain/transfers/submit-transfer.ts";
import { betweenCustomers } from "../domain/transfers/transfer-request.ts";
import type { Purse } from "./demo-money.ts";
import { atWork, type Happening, type StoryOptions } from "./demo-story.ts";

/** Kobo: below the limits of TIER_3, far above the balance of any wallet on any day. */
const MORE_THAN_ANYBODY_HAS = 400_000_000;

const UNCHECKED = { preview: null, answer: () => ({}) };

type ApprovalOptions = Pick<StoryOptions, "house" | "purses" | "random" | "until">;

/**
 * Transactions that the team submitted in the dashboard: three are pending, one of them above the limit of
 * `approver@demo.example`; of earlier ones, one was approved, one declined, one failed and one expired. Api 8.
 */
export function approvalsOf(options: ApprovalOptions): Happening[] {
  return [...decided(options), ...waiting(options)];
}

function waiting(options: ApprovalOptions): Happening[] {
  const { purses } = options;
  const { operator, admin } = makers(options);
  return [
    { at: atWork(options, 3), happen: () => transfer(operator(), purses, { amount: 24_000_000 }) },
    { at: atWork(options, 2), happen: () => credit(admin(), newest(purses), 1_250_000) },
    { at: atWork(options, 1), happen: () => transfer(operator(), purses, { amount: 1_850_050 }) },
  ];
}

function decided(options: ApprovalOptions): Happening[] {
  const { house, purses } = options;
  const { operator } = makers(options);
  const expiresDaysAgo = 8;
  let declined = "";
  let failed = "";
  let approved = "";
  let lucky: Purse | undefined;
  return [
    {
      at: atWork(options, EXPIRY_DAYS + expiresDaysAgo),
      happen: () => transfer(operator(), purses, { amount: 750_000 }),
    },
    { at: atWork(options, expiresDaysAgo - 1), happen: () => expireApprovals(house.act("Admin")) },
    {
      at: atWork(options, 13),
      happen: async () => {
        declined = await debit(operator(), richest(purses), 4_200_000);
      },
    },
    {
      at: atWork(options, 12),
      happen: () => removeTransaction(house.act("Admin"), { transactionId: declined, reason: "Wrong details" }),
    },
    {
      at: atWork(options, 10),
      happen: async () => {
        failed = await debit(operator(), richest(purses), MORE_THAN_ANYBODY_HAS);
      },
    },
    { at: atWork(options, 9), happen: () => tryToApprove(house.act("MainMerchant"), failed) },
    {
      at: atWork(options, 6),
      happen: async () => {
        lucky = newest(purses);
        approved = await credit(operator(), lucky, 2_000_000);
      },
    },
    {
      at: atWork(options, 5),
      happen: async () => {
        const comment = "Agreed with the customer by phone.";
        await approveTransaction(house.act("MainMerchant"), { transactionId: approved, comment });
        if (lucky) lucky.balance += 2_000_000;
      },
    },
  ];
}

/** Contexts of members as dashboard sessions, because submissions for approval come from the dashboard. */
function makers({ house }: ApprovalOptions): { operator(): Context; admin(): Context } {
  const inDashboard = (ctx: Context): Context =>
    ctx.actor.kind === "member" ? { ...ctx, actor: { ...ctx.actor, channel: "dashboard" } } : ctx;
  return { operator: () => inDashboard(house.act("Operator")), admin: () => inDashboard(house.act("Admin")) };
}

async function transfer(ctx: Context, purses: readonly Purse[], { amount }: { amount: number }): Promise<void> {
  const from = richest(purses);
  const to = newest(purses.filter((purse) => purse !== from && purse.tier === 3 && purse.takesCredit));
  const parties = { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount };
  await submitTransfer(ctx, betweenCustomers(parties), () => ({}));
}

async function credit(ctx: Context, { customerId }: Purse, amount: number): Promise<string> {
  const { id } = await submitUncheckedMove(ctx, "credit", { customerId, amount }, UNCHECKED);
  return id;
}

async function debit(ctx: Context, { customerId }: Purse, amount: number): Promise<string> {
  const { id } = await submitUncheckedMove(ctx, "debit", { customerId, amount }, UNCHECKED);
  return id;
}

// The failure is intended: the transaction is listed as failed, with its reason.
async function tryToApprove(ctx: Context, transactionId: string): Promise<void> {
  try {
    await approveTransaction(ctx, { transactionId });
  } catch (error) {
    if (error instanceof Failure && error.code === "insufficient_balance") return;
    throw error;
  }
  throw new Error("the demo's debit of more than there is was approved");
}

// Not chosen at random, so that these wallets stay the same when the rest of the story changes.
function richest(purses: readonly Purse[]): Purse {
  return first([...purses].filter(isAwake).sort((one, other) => other.balance - one.balance));
}

function newest(purses: readonly Purse[]): Purse {
  return first([...purses].filter((purse) => purse.isActive && purse.takesCredit && !purse.isIdle).reverse());
}

function isAwake(purse: Purse): boolean {
  return purse.isActive && !purse.isIdle && purse.tier === 3;
}

function first(purses: readonly Purse[]): Purse {
  const [purse] = purses;
  if (!purse) throw new Error("the demo has no wallet for this");
  return purse;
}
