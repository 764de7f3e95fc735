import { koboToWire } from "../../../ledger/kobo.ts";

/** The wire payload of a single credit or debit. Wire 5. Kobo. */
export type SingleMoveReply = {
  reference: string;
  amount: number;
  data: {
    amount: number;
    reference: string;
    customer_id: string | null;
    customer_wallet_id: string;
    transaction_fee: number;
    narration?: string;
    metadata: Record<string, unknown>;
  };
};

type SingleMoveFacts = { reference: string; amount: bigint; baseFee: bigint; narration?: string | null | undefined };

/** The first reply and a rebuilt one (decision 0164) both come from here, with equal bytes. Amounts in kobo. */
export function singleMoveReply(
  { reference, amount, baseFee, narration }: SingleMoveFacts,
  wallet: { walletId: string; customerId: string | null },
  metadata: Record<string, unknown> = {},
): SingleMoveReply {
  return {
    reference,
    amount: koboToWire(amount),
    data: {
      amount: koboToWire(amount),
      reference,
      customer_id: wallet.customerId,
      customer_wallet_id: wallet.walletId,
      transaction_fee: koboToWire(baseFee),
      ...(narration ? { narration } : {}),
      metadata,
    },
  };
}
