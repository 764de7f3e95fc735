import type { PendingDetails } from "../../contract/approvals.ts";
import type { MovementPreview } from "../../contract/transfers.ts";

const AT = "2026-11-19T11:04:00.000Z";
const side = { status: "ACTIVE", postNoCredit: false, tier: "TIER_2", dailyLimit: null, spentToday: 0 } as const;
/** IDs that differ in their last two digits. */
export const id = (end: number) => `0190a000-0000-7000-8000-0000000000${end}`;

/** The results of the checks at submission. */
export const atSubmission: MovementPreview = {
  amount: 4_500_000,
  transaction_fee: 1_000,
  fee_breakdown: { base_fee: 1_000, merchant_fee: 0, total_fee: 1_000 },
  total: 4_501_000,
  source: {
    ...side,
    customerId: id(51),
    name: "Ifẹ",
    account: "2204510003",
    balance: 9_000_000,
    balanceAfter: 1,
    dailyRemaining: null,
  },
  target: {
    ...side,
    customerId: id(52),
    name: "Chịnaza",
    account: "2204590504",
    balance: 0,
    balanceAfter: 1,
    dailyRemaining: null,
  },
  allowed: true,
  reasons: [],
  approval: { required: true, needed: 1, approvers: ["Tólá Bánkọ́lé"] },
};

/** A pending transfer request. */
export function anItem(changes: Partial<PendingDetails> = {}): PendingDetails {
  return {
    id: id(11),
    kind: "transfer",
    batchId: null,
    mode: "SANDBOX",
    type: "DEBIT",
    creator: id(99),
    creatorName: "Chidi Ọbiọra",
    status: "PENDING",
    merchantId: id(98),
    category: "WALLET_TO_WALLET_TRANSFER",
    amount: 4_500_000,
    reference: "TRF-0190A00000000011",
    approvals: { needed: 1, first: null },
    approvedBy: null,
    approvedAt: null,
    narration: null,
    note: null,
    declineReason: null,
    failureReason: null,
    withdrawn: false,
    selfApproved: false,
    metadata: { fromCustomerId: id(51), toCustomerId: id(52), amount: 4_500_000 },
    expiresAt: "2099-12-19T11:04:00.000Z",
    createdAt: AT,
    updatedAt: AT,
    viewer: { canApprove: true, canDecline: true, selfApproval: false, canWithdraw: false, reason: null },
    source: { customerId: id(51), name: "Ifẹ", accountNumber: "2204510003" },
    target: { customerId: id(52), name: "Chịnaza", accountNumber: "2204590504" },
    mark: "same",
    repeats: null,
    checks: { atSubmission, now: atSubmission },
    history: [{ at: AT, action: "SUBMITTED", actorName: "Chidi Ọbiọra", comment: null }],
    ...changes,
  };
}

export function decided(item: PendingDetails, action: "APPROVED" | "DECLINED", actorName: string): PendingDetails {
  const last = { at: AT, action, actorName, comment: null };
  const viewer = { canApprove: false, canDecline: false, selfApproval: false, canWithdraw: false, reason: null };
  return { ...item, status: action, viewer, checks: { ...item.checks, now: null }, history: [...item.history, last] };
}
