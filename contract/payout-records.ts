import * as z from "zod";
import { MovementPreview } from "./transfers.ts";
import {
  AccountNumber,
  AmountKobo,
  Facts,
  Id,
  IN_QUOTES,
  Instant,
  Kobo,
  Reference,
  RequestMetadata,
  visibleName,
} from "./values.ts";

/** A NIP code of six digits, or a CBN code of three where it names one bank. Text, because of leading zeros. Rails 2. */
export const SortCode = z
  .string(IN_QUOTES)
  .regex(/^(\d{3}|\d{6})$/, "must be a bank code of 6 or 3 digits from GET /transfer/banks")
  .meta({ examples: ["000013"] });

/** The columns of a file of payouts. `bank` has a NIP code of six digits, a CBN code of three, or a name. Rails 8. */
export const PAYOUT_COLUMNS = [
  "bank",
  "accountNumber",
  "amount",
  "narration",
  "accountName",
  "reference",
  "note",
] as const;
export const REQUIRED_PAYOUT_COLUMNS = ["bank", "accountNumber", "amount", "narration"] as const;

/** The most items of one batch, as of the other batches. Rails 2. */
export const PAYOUT_BATCH_MAX = 5_000;
/** The most items that are checked in one call. */
export const PAYOUT_PREFLIGHT_MAX = 50;

/** What the receiver reads on the statement. Rails carry ASCII only. Rails 3. */
export const Narration = z
  .string(IN_QUOTES)
  .trim()
  .regex(/^[\x20-\x7e]+$/, "must have letters, digits and signs without accents (ASCII)")
  .max(100)
  .meta({ examples: ["Salary March"] });

export const Bank = z
  .object({ code: z.string(), name: z.string(), cbnCode: z.string().nullable(), category: z.string().nullable() })
  .meta({ id: "Bank" });
export type Bank = z.infer<typeof Bank>;

/**
 * The states of a payout. `unknown`: the bank has not confirmed, and nobody knows yet whether it was paid. `in_review`: a person
 * decides. Rails 3.
 */
export const PayoutState = z.enum([
  "held",
  "submitting",
  "processing",
  "unknown",
  "succeeded",
  "failed",
  "in_review",
  "reversed",
  "cancelled",
]);
export type PayoutState = z.infer<typeof PayoutState>;

/** How the given name compares with the bank's: `BANK` where none was given. Rails 3. */
export const NameMatch = z.enum(["FULL", "PARTIAL", "BANK"]);

/** The answer of a payout, in the published shape. `charges` is the fee without VAT and duty. Rails 2. */
export const BankTransfer = z
  .object({
    amount: Kobo,
    charges: Kobo,
    vat: Kobo,
    duty: Kobo,
    total: Kobo,
    reference: z.string(),
    sessionId: z.string().nullable(),
    destination: z.string(),
    transactionReference: z.string(),
    description: z.string(),
    metadata: Facts,
    state: PayoutState,
  })
  .meta({ id: "BankTransfer" });
export type BankTransfer = z.infer<typeof BankTransfer>;

/**
 * Why a payout needs a person after its end: the bank paid what it had refused, paid two attempts, or refused what it had confirmed.
 * The books follow the bank; the case is settled with the payer.
 */
export const PayoutCaseCode = z.enum(["paid_after_return", "paid_twice", "refused_after_success"]);
export type PayoutCaseCode = z.infer<typeof PayoutCaseCode>;

const PayoutCase = z.object({
  code: PayoutCaseCode,
  openedAt: Instant,
  closedAt: Instant.nullable(),
  closedByName: z.string().nullable(),
  note: z.string().nullable(),
});

/** A payout in a list. `accountName` is the name that the bank gave. `isReturn`: it sends a suspended bank credit back. */
export const Payout = z
  .object({
    id: Id,
    reference: z.string(),
    state: PayoutState,
    amount: Kobo,
    charges: Kobo,
    vat: Kobo,
    duty: Kobo,
    total: Kobo,
    source: z.object({ walletId: Id, customerId: Id.nullable(), name: z.string(), accountNumber: AccountNumber }),
    bank: z.object({ code: z.string(), name: z.string() }),
    accountNumber: AccountNumber,
    accountName: z.string(),
    nameMatch: NameMatch,
    narration: z.string(),
    note: z.string().nullable(),
    sessionId: z.string().nullable(),
    rail: z.string().nullable(),
    code: z.string().nullable(),
    reason: z.string().nullable(),
    batchId: Id.nullable(),
    isReturn: z.boolean(),
    case: PayoutCase.nullable(),
    actorName: z.string(),
    metadata: Facts,
    createdAt: Instant,
    updatedAt: Instant,
    endedAt: Instant.nullable(),
  })
  .meta({ id: "Payout" });
export type Payout = z.infer<typeof Payout>;

/** One payout with its history, its attempts, oldest first, its ledger entries, and what the caller may do now. */
export const PayoutDetails = Payout.extend({
  timeline: z.array(
    z.object({
      at: Instant,
      state: PayoutState,
      code: z.string().nullable(),
      text: z.string().nullable(),
      actorName: z.string(),
    }),
  ),
  attempts: z.array(
    z.object({
      number: z.int(),
      rail: z.string(),
      sessionId: z.string(),
      state: z.enum(["ready", "sending", "sent", "ended"]),
      outcome: z.string().nullable(),
      code: z.string().nullable(),
      reason: z.string().nullable(),
      queries: z.int(),
      createdAt: Instant,
      sentAt: Instant.nullable(),
      nextQueryAt: Instant.nullable(),
      endedAt: Instant.nullable(),
    }),
  ),
  entries: z.array(
    z.object({
      at: Instant,
      transactionId: Id,
      description: z.string().nullable(),
      from: z.string(),
      to: z.string(),
      amount: Kobo,
      fee: Kobo,
    }),
  ),
  approvalId: Id.nullable(),
  viewer: z.object({ canCancel: z.boolean(), canQuery: z.boolean() }),
}).meta({ id: "PayoutDetails" });
export type PayoutDetails = z.infer<typeof PayoutDetails>;

/**
 * The effects of a payout if it were sent now, and every check that fails. `account` is null if the bank could not be asked;
 * `nameMatch` NONE is among the reasons. `target` is ours where the number is one of the merchant's wallets: the money then moves in
 * the books only. `transaction_fee` has all charges. `warnings` do not stop it. Rails 2, 3.
 */
export const PayoutPreview = MovementPreview.extend({
  charges: Kobo,
  vat: Kobo,
  duty: Kobo,
  bank: z.object({ code: z.string(), name: z.string() }).nullable(),
  account: z.object({ accountNumber: AccountNumber, accountName: z.string() }).nullable(),
  nameMatch: z.enum(["FULL", "PARTIAL", "NONE", "BANK"]).nullable(),
  warnings: MovementPreview.shape.reasons,
}).meta({ id: "PayoutPreview" });
export type PayoutPreview = z.infer<typeof PayoutPreview>;

const bankTransferFields = {
  amount: AmountKobo,
  sortCode: SortCode,
  accountNumber: AccountNumber,
  /** Without a name the bank's is taken. */
  accountName: visibleName(100).optional(),
  narration: Narration,
  /** Internal: the receiver does not see it. */
  note: z.string().trim().max(500).optional(),
  reference: Reference.optional(),
  metadata: RequestMetadata.optional(),
  /** Sends although the same account got the same amount in the last two minutes. */
  allowDuplicate: z.boolean().optional(),
};
const example = { amount: 1500000, sortCode: "000013", accountNumber: "0123456700", narration: "Salary March" };
export const BankTransferBody = z.object(bankTransferFields).meta({ examples: [example] });
export type BankTransferItem = z.input<typeof BankTransferBody>;
export const CustomerBankTransferBody = z
  .object({ customerId: Id, ...bankTransferFields })
  .meta({ examples: [{ customerId: "0190a000-0000-7000-8000-000000000001", ...example }] });
