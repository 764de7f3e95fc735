import { findWalletAddresses, type WalletAddress } from "../../../db/wallets/wallet-addresses.ts";
import { koboFromWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { ANSWER_SHAPES } from "../../transactions/answers/answer-shapes.ts";
import { type SingleMoveReply, singleMoveReply } from "../../transactions/answers/single-move-reply.ts";
import { moveMoney, type NewMovement, type PaymentTexts } from "../../transactions/move-money.ts";
import { batchOfOneFailure } from "../refusals.ts";

export type SingleMoveInput = PaymentTexts & {
  customerId: string;
  amount: number;
  reference?: string | undefined;
  description?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
};

const SHAPES = { credit: ANSWER_SHAPES.credit, debit: ANSWER_SHAPES.debit } as const;

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
  sides: Omit<NewMovement, "kind" | "amount" | "reference" | "metadata" | keyof PaymentTexts> & {
    kind: keyof typeof SHAPES;
  },
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
      const money = { reference: moved.reference, amount: movement.amount, baseFee: movement.baseFee ?? 0n };
      return singleMoveReply({ ...money, narration }, wallet, metadata);
    },
    // The database would return metadata in another order of names.
    shape: metadata === undefined ? SHAPES[sides.kind] : undefined,
    audit: ([moved]) => [
      {
        action: `wallet.${movement.kind}`,
        object: { kind: "wallet", id: wallet.walletId },
        after: { amount: input.amount, reference: moved?.reference, transactionId: moved?.id },
      },
    ],
  });
}
