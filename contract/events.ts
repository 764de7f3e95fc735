import * as z from "zod";
import {
  BatchEventData,
  CardEventData,
  CardPaymentEventData,
  CustomerEventData,
  PayoutEventData,
  SuspendedCreditEventData,
  TestEventData,
  TransactionEventData,
  TransferEventData,
  WalletEventData,
  WalletImportEventData,
} from "./event-data.ts";

const timestamp = "2026-01-01T00:00:00.000Z";
const id = (last: number) => `0190a000-0000-7000-8000-00000000000${last}`;

const transaction: TransactionEventData = {
  transactionId: id(3),
  reference: "REF-0000000001",
  type: "credit",
  amount: 150000,
  fee: 0,
  currency: "NGN",
  status: "success",
  description: "Credit by the merchant",
  timestamp,
  metadata: { merchantId: id(4), merchantName: "Ada Ventures" },
};

const wallet: WalletEventData = {
  walletId: id(1),
  accountNumber: "9900000001",
  previousBalance: 0,
  newBalance: 150000,
  amount: 150000,
  type: "credit",
  reference: "REF-0000000001",
  timestamp,
};

const transfer: TransferEventData = {
  amount: 1500000,
  reference: "TXN00000000000000000000001",
  total: 1501000,
  transaction_fee: 1000,
  fee_breakdown: { base_fee: 1000, merchant_fee: 0, total_fee: 1000 },
  source_customer_id: id(5),
  target_customer_id: id(6),
  source_customer_wallet: id(1),
  target_customer_wallet: id(2),
  description: "Fund transfer between customers",
  transactionId: id(3),
  status: "success",
  currency: "NGN",
  timestamp,
};

const payout: PayoutEventData = {
  transactionId: id(3),
  reference: "TXN00000000000000000000001",
  state: "processing",
  sequence: 2,
  amount: 1500000,
  charges: 2500,
  vat: 188,
  duty: 5000,
  total: 1507688,
  currency: "NGN",
  walletId: id(1),
  customerId: id(5),
  sessionId: "999001260301101500123456789012",
  bank: { code: "000013", name: "GTBank" },
  accountNumber: "6700",
  accountName: "ADA OBI",
  description: "Salary March",
  reason: null,
  timestamp,
};

const customer: CustomerEventData = {
  customerId: id(5),
  walletId: id(1),
  accountNumber: "9900000001",
  accountName: "Chidi Okafor",
  firstName: "Chidi",
  lastName: "Okafor",
  email: "chidi@demo.example",
  phoneNumber: "08010000001",
  tier: "TIER_1",
  status: "ACTIVE",
  timestamp,
};

const batch: BatchEventData = {
  batchId: id(8),
  reference: "BATCH-0000000001",
  operation: "credit",
  origin: "upload",
  status: "partially_completed",
  total: 5000,
  paid: 4816,
  duplicates: 9,
  failed: 175,
  amount: 481600000,
  currency: "NGN",
  results: `/wallet/bulk-credit-customer/${id(8)}/rows.csv`,
  timestamp,
};

const cardPayment: CardPaymentEventData = {
  authorizationId: id(8),
  cardId: id(3),
  customerId: id(5),
  walletId: id(1),
  last4: "4821",
  step: "approved",
  amount: 4200000,
  final: false,
  declineCode: null,
  merchantName: "Lekki Home Store",
  category: "5712",
  country: "NG",
  merchantAmount: 4200000,
  merchantCurrency: "NGN",
  timestamp,
};

const card: CardEventData = {
  cardId: id(3),
  customerId: id(5),
  walletId: id(1),
  type: "VIRTUAL",
  brand: "Verve",
  last4: "4081",
  status: "active",
  replaces: null,
  timestamp,
};

const walletImport: WalletImportEventData = {
  batchId: id(9),
  status: "partially_completed",
  total: 400,
  created: 380,
  duplicates: 12,
  failed: 8,
  results: `/wallet/bulk-create-customers/${id(9)}/rows.csv`,
  timestamp,
};

/**
 * Every event type that a subscription can name (spec 6.2), with the shape of its `data` and an example (webhooks 3). A payload
 * is exactly `{event, data}`.
 */
export const events = {
  "transaction.success": {
    description: "A transaction completed successfully.",
    data: TransactionEventData,
    example: transaction,
  },
  "transaction.failed": {
    description:
      "A transaction failed: its approval failed, was declined or expired, or a payout failed or was cancelled.",
    data: TransactionEventData,
    example: { ...transaction, type: "debit", status: "failed", description: "Declined: wrong details" },
  },
  "transaction.pending": {
    description: "A transaction is pending approval.",
    data: TransactionEventData,
    example: { ...transaction, type: "debit", status: "pending", description: "Fund transfer between customers" },
  },
  "wallet.credit": { description: "A customer's wallet was credited.", data: WalletEventData, example: wallet },
  "wallet.credit.suspended": {
    description:
      "A bank transfer arrived for a wallet that cannot take it. The money waits until a member resolves it.",
    data: SuspendedCreditEventData,
    example: {
      bankCreditId: id(8),
      walletId: id(1),
      customerId: id(5),
      accountNumber: "9900000001",
      amount: 150000,
      reason: "wallet_frozen",
      senderName: "Ada Obi",
      sessionId: "000013260301101500123456789012",
      reference: "sandbox-000013260301101500123456789012",
      timestamp,
    },
  },
  "wallet.debit": {
    description: "A customer's wallet was debited.",
    data: WalletEventData,
    example: { ...wallet, type: "debit", previousBalance: 150000, newBalance: 0 },
  },
  "customer.created": {
    description: "A customer's wallet was created.",
    data: CustomerEventData,
    example: customer,
  },
  "card.linked": {
    description: "A card was linked to a customer's wallet: its issuer made it.",
    data: CardEventData,
    example: card,
  },
  "card.status": {
    description: "A card changed its state: it was sent, activated, frozen, unfrozen, closed or replaced.",
    data: CardEventData,
    example: { ...card, status: "frozen" },
  },
  "card.authorization": {
    description: "A payment of a card was approved, declined, increased, reversed, or its hold expired.",
    data: CardPaymentEventData,
    example: cardPayment,
  },
  "card.transaction": {
    description: "A payment of a card was cleared or refunded, or what was owed for one was collected.",
    data: CardPaymentEventData,
    example: { ...cardPayment, step: "clear", final: true },
  },
  "transfer.completed": {
    description: "A transfer between wallets or to a bank account completed.",
    data: z.union([TransferEventData, PayoutEventData]),
    example: transfer,
  },
  "transfer.failed": {
    description: "A transfer between wallets failed after it had been submitted, or one to a bank account failed.",
    data: z.union([TransferEventData, PayoutEventData]),
    example: {
      ...transfer,
      status: "failed",
      reason: "Insufficient balance on source wallet to complete this transfer.",
    },
  },
  "transfer.processing": {
    description: "A transfer to a bank account was sent, and the bank has not confirmed it yet.",
    data: PayoutEventData,
    example: payout,
  },
  "transfer.reversed": {
    description: "The bank gave back a transfer that it had confirmed. The amount is in the wallet again.",
    data: PayoutEventData,
    example: { ...payout, state: "reversed", sequence: 3 },
  },
  "batch.completed": {
    description: "A batch of credits, debits or bank transfers ended, with the numbers of paid and failed items.",
    data: BatchEventData,
    example: batch,
  },
  "wallet_import.completed": {
    description: "An import of customers ended, with the numbers of created and failed rows.",
    data: WalletImportEventData,
    example: walletImport,
  },
} as const satisfies Record<string, EventDefinition>;

type EventDefinition = {
  description: string;
  data: z.ZodType;
  example:
    | TransactionEventData
    | WalletEventData
    | CustomerEventData
    | TransferEventData
    | CardEventData
    | CardPaymentEventData
    | PayoutEventData
    | SuspendedCreditEventData
    | BatchEventData
    | WalletImportEventData;
};

export type EventType = keyof typeof events;
export const EventType = z.enum(Object.keys(events) as EventType[]);

/** Sent only by the test of a subscription; it cannot be subscribed to. */
export const testEvent = {
  type: "test.webhook",
  description: "Sent only by the test of a subscription.",
  data: TestEventData,
  example: {
    message: "This is a test of your webhook.",
    timestamp,
    subscriptionId: id(7),
    merchantId: id(4),
  },
} as const;
