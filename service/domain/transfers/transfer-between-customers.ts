import type { Context } from "../context.ts";
import { ANSWER_SHAPES } from "../transactions/answers/answer-shapes.ts";
import type { TransferData } from "../transactions/answers/transfer-data.ts";
import { executeTransfer } from "./execute-transfer.ts";
import { betweenCustomers, type CustomerTransfer } from "./transfer-request.ts";

export type TransferBetweenCustomersInput = CustomerTransfer & { description?: string | undefined };

/**
 * Moves money between two customers' wallets, fees on top. Spec 4.18. Returns the wire payload.
 * @throws `internal_transfers_off`, `same_wallet`, `wallets_not_found`, and the failures of `refusals.ts`, in the order of API 4.
 */
export async function transferBetweenCustomers(
  ctx: Context,
  input: TransferBetweenCustomersInput,
): Promise<{ data: TransferData }> {
  return await executeTransfer(ctx, betweenCustomers(input), {
    shape: ANSWER_SHAPES.transfer,
    view: (data) => data,
  });
}
