import type { Context } from "../context.ts";
import { executeTransfer, type TransferData } from "./execute-transfer.ts";
import { betweenCustomers } from "./transfer-request.ts";

export type TransferBetweenCustomersInput = {
  fromCustomerId: string;
  toCustomerId: string;
  amount: number;
  description?: string | undefined;
};

/**
 * Moves money between two customers' wallets, fees on top. Spec 4.18. Returns the wire payload.
 * @throws `internal_transfers_off`, `same_wallet`, `wallets_not_found`, and the refusals of `refusals.ts`, in api 4's order.
 */
export async function transferBetweenCustomers(
  ctx: Context,
  input: TransferBetweenCustomersInput,
): Promise<{ data: TransferData }> {
  return await executeTransfer(ctx, { ...betweenCustomers(input), description: input.description }, (data) => data);
}
