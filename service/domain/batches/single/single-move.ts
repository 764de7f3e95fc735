import { findWalletAddresses, type WalletAddress } from "../../../db/wallets/wallet-addresses.ts";
import { koboFromWire, koboToWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { moveMoney, type NewMovement, type PaymentTexts } from "../../transactions/move-money.ts";
import { batchOfOneFailure } from "../refusals.ts";

export type SingleMoveInput = PaymentTexts & {
  customerId: string;
  amount: number;
  reference?: string | undefined;
  description?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
};

/** The wire payload of a single credit or debit. Wire 5. Kobo. */
export type SingleMoveReply = {
  reference: string;
  amount: number;
  data: {
    amount: number;
    reference: string;
    customer_id: string;
    customer_wallet_id: string;
    transaction_fee: number;
    narration?: string;
    metadata: Record<string, unknown>;
  };
};

/** The wallet of a single credit or debit. @throws `customer_not_found` */
export async function findMovedWallet(ctx: Context, { customerId }: SingleMoveInput): Promise<WalletAddress> {
  const [wallet] = await findWalletAddresses(ctx.db, ctx.tenant.id, [customerId]);
  if (!wallet) throw new Failure("customer_not_found");
  return wallet;
}

/** Moves money between the merchant's and a customer's wallet. Credits and debits differ only in the direction. */
export async function moveSingle(
  ctx: Context,
  input: SingleMoveInput,
  wallet: WalletAddress,
  sides: Omit<NewMovement, "amount" | "reference" | "metadata" | keyof PaymentTexts>,
): Promise<SingleMoveReply> {
  const { reference, narration, note, metadata } = input;
  const movement: NewMovement = {
    ...sides,
    amount: koboFromWire(input.amount),
    reference,
    narration,
    note,
    metadata,
  };

  return await moveMoney(ctx, {
    movements: [movement],
    answer([moved]) {
      if (!moved) throw new Error("a movement without an outcome");
      if (!moved.outcome.posted) throw batchOfOneFailure(moved.outcome.refusal);
      return {
        reference: moved.reference,
        amount: input.amount,
        data: {
          amount: input.amount,
          reference: moved.reference,
          customer_id: wallet.customerId,
          customer_wallet_id: wallet.walletId,
          transaction_fee: koboToWire(movement.baseFee ?? 0n),
          ...(narration ? { narration } : {}),
          metadata: metadata ?? {},
        },
      };
    },
    audit: ([moved]) => [
      {
        action: `wallet.${movement.kind}`,
        object: { kind: "wallet", id: wallet.walletId },
        after: { amount: input.amount, reference: moved?.reference, transactionId: moved?.id },
      },
    ],
  });
}
