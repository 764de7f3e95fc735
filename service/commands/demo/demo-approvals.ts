import { approveTransaction } from "../../domain/approvals/approve-transaction.ts";
import { expireApprovals } from "../../domain/approvals/expire-approvals.ts";
import { removeTransaction } from "../../domain/approvals/remove-transaction.ts";
import { submitUncheckedMove } from "../../domain/batches/single/submit-single-move.ts";
import type { Context } from "../../domain/context.ts";
import { Failure } from "../../domain/failure.ts";
import { EXPIRY_DAYS } from "../../domain/submissions/submit-for-approval.ts";
import { listMembers } from "../../domain/team/list-members.ts";
import { updateMember } from "../../domain/team/update-member.ts";
import { submitTransfer } from "../../domain/transfers/submit-transfer.ts";
import { betweenCustomers } from "../../domain/transfers/transfer-request.ts";
import type { DemoWallet } from "./demo-money.ts";
import { type StoryEvent, type StoryOptions, workingTime } from "./demo-story.ts";

/** Kobo: below the limits of TIER_3, far above the balance of any wallet on any day. */
const ABOVE_ANY_BALANCE = 400_000_000;

const UNCHECKED = { preview: null, answer: () => ({}) };

type ApprovalOptions = Pick<StoryOptions, "merchant" | "wallets" | "random" | "until">;

/**
 * Transactions that the team submitted in the dashboard: three are pending, one of them above the limit of
 * `approver@demo.example`, and a change of that limit is pending too; of earlier transactions, one was approved, one declined, one failed and one expired. Api 8.
 */
export function approvalsOf(options: ApprovalOptions): StoryEvent[] {
  return [...decided(options), ...waiting(options)];
}

function waiting(options: ApprovalOptions): StoryEvent[] {
  const { wallets } = options;
  const { operator, admin } = dashboardContexts(options);
  return [
    { at: workingTime(options, 3), run: () => transfer(operator(), wallets, { amount: 24_000_000 }) },
    { at: workingTime(options, 2), run: () => credit(admin(), newest(wallets), 1_250_000) },
    { at: workingTime(options, 1), run: () => transfer(operator(), wallets, { amount: 1_850_050 }) },
    { at: workingTime(options, 1), run: () => raiseLimit(admin()) },
  ];
}

function decided(options: ApprovalOptions): StoryEvent[] {
  const { merchant, wallets } = options;
  const { operator } = dashboardContexts(options);
  const expiresDaysAgo = 8;
  let declined = "";
  let failed = "";
  let approved = "";
  let credited: DemoWallet | undefined;
  return [
    {
      at: workingTime(options, EXPIRY_DAYS + expiresDaysAgo),
      run: () => transfer(operator(), wallets, { amount: 750_000 }),
    },
    { at: workingTime(options, expiresDaysAgo - 1), run: () => expireApprovals(merchant.contextOf("Admin")) },
    {
      at: workingTime(options, 13),
      run: async () => {
        declined = await debit(operator(), richest(wallets), 4_200_000);
      },
    },
    {
      at: workingTime(options, 12),
      run: () => removeTransaction(merchant.contextOf("Admin"), { transactionId: declined, reason: "Wrong details" }),
    },
    {
      at: workingTime(options, 10),
      run: async () => {
        failed = await debit(operator(), richest(wallets), ABOVE_ANY_BALANCE);
      },
    },
    { at: workingTime(options, 9), run: () => tryToApprove(merchant.contextOf("MainMerchant"), failed) },
    {
      at: workingTime(options, 6),
      run: async () => {
        credited = newest(wallets);
        approved = await credit(operator(), credited, 2_000_000);
      },
    },
    {
      at: workingTime(options, 5),
      run: async () => {
        const comment = "Agreed with the customer by phone.";
        await approveTransaction(merchant.contextOf("MainMerchant"), { transactionId: approved, comment });
        if (credited) credited.balance += 2_000_000;
      },
    },
  ];
}

/** Contexts of members as dashboard sessions, because submissions for approval come from the dashboard. */
/** The context of a member in a session of the dashboard. */
export function inDashboard(ctx: Context): Context {
  return ctx.actor.kind === "member" ? { ...ctx, actor: { ...ctx.actor, channel: "dashboard" } } : ctx;
}

function dashboardContexts({ merchant }: ApprovalOptions): { operator(): Context; admin(): Context } {
  return {
    operator: () => inDashboard(merchant.contextOf("Operator")),
    admin: () => inDashboard(merchant.contextOf("Admin")),
  };
}

/** Waits for the MainMerchant: the limit of `approver@demo.example` would rise. */
async function raiseLimit(ctx: Context): Promise<void> {
  const { data } = await listMembers(ctx, { page: 1, perPage: 100 });
  const limited = data.find(({ approvalLimit }) => approvalLimit !== null);
  if (limited) await updateMember(ctx, { memberId: limited.id, approvalLimit: 20_000_000 }, () => ({}));
}

async function transfer(ctx: Context, wallets: readonly DemoWallet[], { amount }: { amount: number }): Promise<void> {
  const from = richest(wallets);
  const to = newest(wallets.filter((wallet) => wallet !== from && wallet.tier === 3 && wallet.takesCredit));
  const parties = {
    fromCustomerId: from.customerId,
    toCustomerId: to.customerId,
    amount,
    narration: "Supplier invoice",
    note: "Invoice 2291, checked by Hauwa.",
  };
  await submitTransfer(ctx, betweenCustomers(parties), () => ({}));
}

async function credit(ctx: Context, { customerId }: DemoWallet, amount: number): Promise<string> {
  const { id } = await submitUncheckedMove(
    ctx,
    "credit",
    { customerId, amount, narration: "Refund of order", note: "Order 10482 came back complete." },
    UNCHECKED,
  );
  return id;
}

async function debit(ctx: Context, { customerId }: DemoWallet, amount: number): Promise<string> {
  const { id } = await submitUncheckedMove(
    ctx,
    "debit",
    { customerId, amount, narration: "Loan repayment" },
    UNCHECKED,
  );
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
function richest(wallets: readonly DemoWallet[]): DemoWallet {
  return first([...wallets].filter(isUsable).sort((one, other) => other.balance - one.balance));
}

function newest(wallets: readonly DemoWallet[]): DemoWallet {
  return first([...wallets].filter((wallet) => wallet.isActive && wallet.takesCredit && !wallet.isIdle).reverse());
}

function isUsable(wallet: DemoWallet): boolean {
  return wallet.isActive && !wallet.isIdle && wallet.tier === 3;
}

function first(wallets: readonly DemoWallet[]): DemoWallet {
  const [wallet] = wallets;
  if (!wallet) throw new Error("the demo has no wallet for this");
  return wallet;
}
