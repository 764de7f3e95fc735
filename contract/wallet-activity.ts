import * as z from "zod";
import { AccountNumber, Id, Instant, Kobo, Tier } from "./values.ts";

/** The actor. `actorName` is empty if the person or key has no name on record. */
const happened = {
  id: Id,
  at: Instant,
  actorKind: z.enum(["member", "key", "customer", "job", "platform"]),
  actorName: z.string(),
  reason: z.string().nullable(),
};

/** A change of the wallet or the customer. `action` is the audit log's action, such as `wallet.freeze`. `tier`: of a change of tier. */
const AuditActivity = z.object({
  ...happened,
  kind: z.literal("audit"),
  action: z.string(),
  tier: z.object({ from: Tier, to: Tier }).nullable(),
});

/**
 * Money in or out. `amount` is the signed change of the balance, including the fee if this wallet paid it. `balanceAfter` is the
 * balance directly afterwards. `counterparty` is null if the other side is not a customer's wallet.
 */
const TransactionActivity = z.object({
  ...happened,
  kind: z.literal("transaction"),
  category: z.enum([
    "WALLET_CREDITED_BY_MERCHANT",
    "WALLET_DEBITED_BY_MERCHANT",
    "WALLET_TO_WALLET_TRANSFER",
    "WALLET_RESERVATION",
    "BANK_TRANSFER",
    "BANK_TRANSFER_REVERSAL",
    "WALLET_FUNDED_THROUGH_BANK_TRANSFER",
    "CARD_PLACE_LIEN",
    "CARD_REVERSE",
    "CARD_DEBIT",
    "CARD_REFUND",
    "CARD_FUND",
    "CARD_UNLOAD",
  ]),
  amount: Kobo,
  fee: Kobo,
  balanceAfter: Kobo,
  reference: z.string(),
  narration: z.string().nullable(),
  note: z.string().nullable(),
  counterparty: z.object({ name: z.string(), accountNumber: AccountNumber }).nullable(),
});

/** One entry of a wallet's history: the actor, the action, the time and the reason. Newest first. API 3. */
export const WalletActivity = z
  .discriminatedUnion("kind", [AuditActivity, TransactionActivity])
  .meta({ id: "WalletActivity" });
export type WalletActivity = z.infer<typeof WalletActivity>;
