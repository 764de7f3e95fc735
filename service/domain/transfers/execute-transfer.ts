import type { Context } from "../context.ts";
import { costView } from "../transactions/fees.ts";
import { type Moved, moveMoney } from "../transactions/move-money.ts";
import { transferFailure } from "./refusals.ts";
import {
  type AddressedTransfer,
  addressTransfer,
  TRANSFER_DESCRIPTION,
  type TransferRequest,
} from "./transfer-request.ts";

/** The `data` of a transfer's answer. Spec 4.18. Kobo. */
export type TransferData = ReturnType<typeof transferData>;

/**
 * Moves the money of a transfer: the source pays amount and fees, the destination receives the amount. API 4. Returns the data as
 * `view` shapes it; `view` must be pure.
 * @throws what `addressTransfer` throws, and the failures of `refusals.ts`.
 */
export async function executeTransfer<T extends object>(
  ctx: Context,
  request: TransferRequest & { description?: string | undefined },
  view: (data: TransferData) => T,
): Promise<{ data: T }> {
  const transfer = await addressTransfer(ctx, request);
  const { source, target, amount, fees } = transfer;
  const { narration, note } = request;
  const description = request.description ?? TRANSFER_DESCRIPTION;
  return await moveMoney(ctx, {
    movements: [
      {
        kind: "transfer",
        source: source.accountId,
        destination: target.accountId,
        amount,
        ...fees,
        description,
        narration,
        note,
      },
    ],
    answer([moved]) {
      return { data: view(transferData(transfer, postedTransfer(moved).reference, { description, narration })) };
    },
    audit: ([moved]) => [
      {
        action: "transfer.create",
        object: { kind: "transaction", id: moved?.id ?? "" },
        after: { amount, from: source.walletId, to: target.walletId, reference: moved?.reference },
      },
    ],
  });
}

function postedTransfer(moved: Moved | undefined): Moved {
  if (!moved) throw new Error("a transfer without an outcome");
  if (!moved.outcome.posted) throw transferFailure(moved.outcome.refusal);
  return moved;
}

function transferData(
  { source, target, amount, fees }: AddressedTransfer,
  reference: string,
  { description, narration }: { description: string; narration: string | null | undefined },
) {
  return {
    ...costView(amount, fees),
    reference,
    source_customer_id: source.customerId,
    target_customer_id: target.customerId,
    source_customer_wallet: source.walletId,
    target_customer_wallet: target.walletId,
    description,
    ...(narration ? { narration } : {}),
  };
}
