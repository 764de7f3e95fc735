import * as z from "zod";
import { AccountNumber, Id, Instant, Kobo } from "./values.ts";

/** Who did it; `actorName` is empty where no person or key has a name on record. */
const happened = {
  id: Id,
  at: Instant,
  actorKind: z.enum(["member", "key", "customer", "job", "platform"]),
  actorName: z.string(),
  reason: z.string().nullable(),
};

/** A change of wallet or customer: `action` is the audit log's word, such as `wallet.freeze`. */
const AuditActivity = z.object({ ...happened, kind: z.literal("audit"), action: z.string() });

/**
 * Money in or out. `amount` is what the balance changed by: signed, and with the fee where this wallet paid it.
 * `balanceAfter` is the balance right after it; `counterparty` is null where the other side is not a customer's wallet.
 */
const TransactionActivity = z.object({
  ...happened,
  kind: z.literal("transaction"),
  category: z.enum([
    "WALLET_CREDITED_BY_MERCHANT",
    "WALLET_DEBITED_BY_MERCHANT",
    "WALLET_TO_WALLET_TRANSFER",
    "WALLET_RESERVATION",
  ]),
  amount: Kobo,
  fee: Kobo,
  balanceAfter: Kobo,
  reference: z.string(),
  counterparty: z.object({ name: z.string(), accountNumber: AccountNumber }).nullable(),
});

/** One line of a wallet's history, newest first: who did what, when and why. Api 3. */
export const WalletActivity = z
  .discriminatedUnion("kind", [AuditActivity, TransactionActivity])
  .meta({ id: "WalletActivity" });
export type WalletActivity = z.infer<typeof WalletActivity>;
