import type {
  BatchEventData,
  CardEventData,
  CardPaymentEventData,
  CustomerEventData,
  PayoutEventData,
  SuspendedCreditEventData,
  TransactionEventData,
  TransferEventData,
  WalletEventData,
  WalletImportEventData,
} from "../../../contract/event-data.ts";
import type { EventType } from "../../../contract/events.ts";
import type { TransactionKind } from "../../db/transactions/transaction-line.ts";
import type { BatchFact, WalletImportFact } from "../../db/webhooks/ended-file-facts.ts";
import type {
  ApprovalFact,
  CustomerFact,
  EventParty,
  PayoutFact,
  PostedFact,
  SuspendedCreditFact,
} from "../../db/webhooks/event-facts.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import { localPhoneNumber } from "../phone-number.ts";
import { costView } from "./fees.ts";

/** An event before fan-out: its type and its payload. */
export type EventDraft = {
  type: EventType;
  reference: string | null;
  data:
    | TransactionEventData
    | WalletEventData
    | CustomerEventData
    | CardEventData
    | CardPaymentEventData
    | TransferEventData
    | PayoutEventData
    | SuspendedCreditEventData
    | BatchEventData
    | WalletImportEventData;
};

/** The merchant of the events, as named in payloads. */
export type EventMerchant = { merchantId: string; merchantName: string };

/**
 * The `type` of each kind of transaction in its events: from the customer's side, or from the merchant's for funding. No type: the
 * postings of a payout, whose end is published, and of a card, whose authorizations and clearings are. Rails 5, cards 5.
 */
const DIRECTION: Partial<Record<TransactionKind, TransactionEventData["type"]>> = {
  transfer: "debit",
  credit: "credit",
  debit: "debit",
  funding: "credit",
  reservation: "debit",
  bank_credit: "credit",
  merchant_bank_credit: "credit",
  card_fund: "debit",
  card_unload: "credit",
};

/** The events of a posted transaction (webhooks 3). Pure; balances come from its entries. */
export function eventsOfPosted(fact: PostedFact, merchant: EventMerchant): EventDraft[] {
  const type = DIRECTION[fact.kind];
  const drafts = type === undefined ? [] : [transactionEvent(fact, merchant, { type, status: "success" })];
  const { source, destination } = fact;
  const total = fact.amount + fact.baseFee + fact.merchantFee;
  if (source) drafts.push(walletEvent(fact, { ...source, type: "debit", delta: -total }));
  if (destination) drafts.push(walletEvent(fact, { ...destination, type: "credit", delta: fact.amount }));
  if (fact.kind === "transfer") drafts.push(...transferEvent(fact, { status: "success" }));
  return drafts;
}

/** The events of a submission for approval at `at`. Pure. */
export function eventsOfSubmitted(fact: ApprovalFact, merchant: EventMerchant, at: Date): EventDraft[] {
  return [transactionEvent({ ...fact, at }, merchant, { type: typeOf(fact), status: "pending" })];
}

/** The events of an approval that failed, was declined or expired at `at`. Pure. */
export function eventsOfFailed(fact: ApprovalFact, merchant: EventMerchant, at: Date): EventDraft[] {
  const reason = failureText(fact);
  const failed = { ...fact, description: reason, at };
  const drafts = [transactionEvent(failed, merchant, { type: typeOf(fact), status: "failed" })];
  if (fact.kind === "transfer") drafts.push(...transferEvent({ ...fact, at }, { status: "failed", reason }));
  return drafts;
}

/** The events of a new wallet at `at`. They never contain BVN, NIN or date of birth. Pure. */
export function eventsOfCustomer(fact: CustomerFact, at: Date): EventDraft[] {
  const data: CustomerEventData = {
    customerId: fact.customerId,
    walletId: fact.walletId,
    accountNumber: fact.accountNumber,
    accountName: fact.accountName,
    firstName: fact.firstName,
    lastName: fact.lastName,
    email: fact.email,
    phoneNumber: localPhoneNumber(fact.phoneNumber),
    tier: `TIER_${fact.tier}`,
    status: fact.frozen ? "FROZEN" : "ACTIVE",
    timestamp: at.toISOString(),
  };
  return [{ type: "customer.created", reference: null, data }];
}

/** The event of a state, and whether the transaction ended with it. States without one are not published. Rails 5. */
const PAYOUT_EVENTS: Partial<Record<PayoutFact["state"], [EventType, "success" | "failed" | null]>> = {
  processing: ["transfer.processing", null],
  unknown: ["transfer.processing", null],
  in_review: ["transfer.processing", null],
  succeeded: ["transfer.completed", "success"],
  failed: ["transfer.failed", "failed"],
  cancelled: ["transfer.failed", "failed"],
  reversed: ["transfer.reversed", null],
};

/** The events of a payout that reached a state at `at`. Rails 5. Pure. */
export function eventsOfPayout(fact: PayoutFact, merchant: EventMerchant, at: Date): EventDraft[] {
  const { state, reference, amount, fee, vat, duty, reason } = fact;
  const [type, status] = PAYOUT_EVENTS[state] ?? [];
  if (!type) return [];
  const charges = fee + vat + duty;
  const data: PayoutEventData = {
    transactionId: fact.id,
    reference,
    state,
    sequence: fact.sequence,
    amount: koboToWire(amount),
    charges: koboToWire(fee),
    vat: koboToWire(vat),
    duty: koboToWire(duty),
    total: koboToWire(amount + charges),
    currency: "NGN",
    walletId: fact.walletId,
    customerId: fact.customerId,
    sessionId: fact.sessionId,
    bank: { code: fact.bankCode, name: fact.bankName },
    accountNumber: fact.accountNumber.slice(-4),
    accountName: fact.accountName,
    description: fact.narration,
    reason,
    timestamp: at.toISOString(),
  };
  const reversal = { reversalOf: null, reversedReference: null };
  const money = { ...fact, ...reversal, baseFee: charges, merchantFee: 0n, description: reason ?? fact.narration, at };
  const ended = status ? [transactionEvent(money, merchant, { type: "debit", status })] : [];
  return [...ended, { type, reference, data }];
}

/** The event of a bank credit that was suspended at `at`. Rails 5. Pure. */
export function eventsOfSuspendedCredit(fact: SuspendedCreditFact, at: Date): EventDraft[] {
  const { tenant: _, id, amount, ...facts } = fact;
  const data = { bankCreditId: id, ...facts, amount: koboToWire(amount), timestamp: at.toISOString() };
  return [{ type: "wallet.credit.suspended", reference: fact.reference, data }];
}

/** The event of a batch that ended at `at`. Webhooks 3. Pure. */
export function eventsOfBatch(fact: BatchFact, at: Date): EventDraft[] {
  const { id, reference, operation, origin, status, total, accepted, rejected, duplicates } = fact;
  const data: BatchEventData = {
    batchId: id,
    reference,
    operation,
    origin,
    status,
    total,
    paid: accepted,
    duplicates,
    failed: rejected - duplicates,
    amount: koboToWire(fact.amount),
    currency: "NGN",
    results: operation === "payout" ? `/transfer/bank/batch/${id}` : `/wallet/bulk-credit-customer/${id}/rows.csv`,
    timestamp: at.toISOString(),
  };
  return [{ type: "batch.completed", reference, data }];
}

/** The event of an import of customers that ended at `at`. Webhooks 3. Pure. */
export function eventsOfWalletImport(fact: WalletImportFact, at: Date): EventDraft[] {
  const { id, status, total, created, skipped, duplicates } = fact;
  const data: WalletImportEventData = {
    batchId: id,
    status,
    total,
    created,
    duplicates,
    failed: skipped - duplicates,
    results: `/wallet/bulk-create-customers/${id}/rows.csv`,
    timestamp: at.toISOString(),
  };
  return [{ type: "wallet_import.completed", reference: null, data }];
}

type Money = Pick<
  PostedFact,
  | "id"
  | "reference"
  | "amount"
  | "baseFee"
  | "merchantFee"
  | "description"
  | "narration"
  | "reversalOf"
  | "reversedReference"
  | "at"
>;

function transactionEvent(
  fact: Money,
  merchant: EventMerchant,
  { type, status }: Pick<TransactionEventData, "type" | "status">,
): EventDraft {
  return {
    type: `transaction.${status}`,
    reference: fact.reference,
    data: {
      transactionId: fact.id,
      reference: fact.reference,
      type,
      amount: koboToWire(fact.amount),
      fee: koboToWire(fact.baseFee + fact.merchantFee),
      currency: "NGN",
      status,
      description: fact.description ?? "",
      ...detailsOf(fact),
      timestamp: fact.at.toISOString(),
      metadata: { merchantId: merchant.merchantId, merchantName: merchant.merchantName },
    },
  };
}

/**
 * The narration is for the customer, so receivers get it; the note is internal and in no event. A reversal names the transaction that it
 * takes back. Decisions 0104, 0112.
 */
function detailsOf({ narration, reversalOf: transactionId, reversedReference: reference }: Money) {
  return {
    ...(narration === null ? {} : { narration }),
    ...(transactionId === null || reference === null ? {} : { reversalOf: { transactionId, reference } }),
  };
}

type Change = EventParty & { type: "credit" | "debit"; balanceAfter: bigint; delta: bigint };

// `amount` is the balance change including the payer's fees, so that the three numbers of the payload agree. Decision 0032.
function walletEvent(fact: Money, change: Change): EventDraft {
  return {
    type: `wallet.${change.type}`,
    reference: fact.reference,
    data: {
      walletId: change.walletId,
      accountNumber: change.accountNumber,
      previousBalance: koboToWire(change.balanceAfter - change.delta),
      newBalance: koboToWire(change.balanceAfter),
      amount: koboToWire(change.delta < 0n ? -change.delta : change.delta),
      type: change.type,
      reference: fact.reference,
      ...detailsOf(fact),
      timestamp: fact.at.toISOString(),
    },
  };
}

function transferEvent(
  fact: Money & { source: EventParty | null; destination: EventParty | null },
  outcome: { status: "success" } | { status: "failed"; reason: string },
): EventDraft[] {
  const { source, destination } = fact;
  if (!source || !destination) throw new Error(`transfer ${fact.id} lacks a customer on a side`);
  const data: TransferEventData = {
    ...costView(fact.amount, { baseFee: fact.baseFee, merchantFee: fact.merchantFee }),
    reference: fact.reference,
    source_customer_id: source.customerId,
    target_customer_id: destination.customerId,
    source_customer_wallet: source.walletId,
    target_customer_wallet: destination.walletId,
    description: fact.description ?? "",
    ...detailsOf(fact),
    transactionId: fact.id,
    currency: "NGN",
    timestamp: fact.at.toISOString(),
    ...outcome,
  };
  const type = outcome.status === "success" ? "transfer.completed" : "transfer.failed";
  return [{ type, reference: fact.reference, data }];
}

function typeOf(fact: ApprovalFact): "credit" | "debit" {
  return fact.type === "CREDIT" ? "credit" : "debit";
}

function failureText({ status, reason }: ApprovalFact): string {
  const text = reason ?? "";
  if (status === "DECLINED") return `Declined: ${text}`;
  return status === "EXPIRED" ? `Expired: ${text}` : text;
}
