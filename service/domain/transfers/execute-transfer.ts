import type { Context } from "../context.ts";
import type { AnswerShape } from "../transactions/answers/answer-shapes.ts";
import { type TransferData, transferData } from "../transactions/answers/transfer-data.ts";
import { type Moved, moveMoney } from "../transactions/move-money.ts";
import { transferFailure } from "./refusals.ts";
import { addressTransfer, TRANSFER_DESCRIPTION, type TransferRequest } from "./transfer-request.ts";

/**
 * Moves the money of a transfer: the source pays amount and fees, the destination receives the amount. API 4. Returns the data as
 * `view` shapes it; `view` must be pure. `rebuild-answer.ts` builds the same for `shape`.
 * @throws what `addressTransfer` throws, and the failures of `refusals.ts`.
 */
export async function executeTransfer<T extends object>(
  ctx: Context,
  request: TransferRequest & { description?: string | undefined },
  { shape, view }: { shape: AnswerShape; view: (data: TransferData) => T },
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
      const { reference } = postedTransfer(moved);
      return { data: view(transferData({ source, target, amount, ...fees }, { reference, description, narration })) };
    },
    shape,
    audit: "in_transaction",
  });
}

function postedTransfer(moved: Moved | undefined): Moved {
  if (!moved) throw new Error("a transfer without an outcome");
  if (!moved.outcome.posted) throw transferFailure(moved.outcome.refusal);
  return moved;
}
