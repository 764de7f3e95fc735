import { findMoneySettings } from "../../db/money-settings.ts";
import { findWalletAddresses, type WalletAddress } from "../../db/wallet-addresses.ts";
import { koboFromWire, koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { type Moved, moveMoney } from "../transactions/move-money.ts";
import { transferFailure } from "./refusals.ts";

export type TransferBetweenCustomersInput = {
  fromCustomerId: string;
  toCustomerId: string;
  amount: number;
  description?: string | undefined;
};

/** What a transfer answers (spec 4.18). Kobo. */
export type TransferReply = {
  data: {
    amount: number;
    reference: string;
    total: number;
    transaction_fee: number;
    fee_breakdown: { base_fee: number; merchant_fee: number; total_fee: number };
    source_customer_id: string;
    target_customer_id: string;
    source_customer_wallet: string;
    target_customer_wallet: string;
    description: string;
  };
};

/**
 * Moves money between two customers' wallets: the source pays amount and fees, the destination gets the amount. Spec 4.18,
 * api 4. Returns the wire payload.
 * @throws `internal_transfers_off`, `same_wallet`, `wallets_not_found`, and the refusals of `refusals.ts`.
 */
export async function transferBetweenCustomers(
  ctx: Context,
  input: TransferBetweenCustomersInput,
): Promise<TransferReply> {
  const settings = await findMoneySettings(ctx.db, ctx.tenant.id);
  if (!settings?.internalTransfers) throw new Failure("internal_transfers_off");
  const { source, target } = await findBoth(ctx, input);
  const fees = { baseFee: settings.transferBaseFee, merchantFee: settings.transferMerchantFee };
  const description = input.description ?? "Fund transfer between customers";
  const money = { amount: koboFromWire(input.amount), ...fees };

  return await moveMoney(ctx, {
    movements: [{ kind: "transfer", source: source.accountId, destination: target.accountId, ...money, description }],
    answer([moved]) {
      const { reference } = postedTransfer(moved);
      return { data: transferData({ reference, source, target, ...money, description }) };
    },
    audit: ([moved]) => [
      {
        action: "transfer.create",
        object: { kind: "transaction", id: moved?.id ?? "" },
        after: { amount: input.amount, from: source.walletId, to: target.walletId, reference: moved?.reference },
      },
    ],
  });
}

async function findBoth(ctx: Context, input: TransferBetweenCustomersInput) {
  if (input.fromCustomerId === input.toCustomerId) throw new Failure("same_wallet");
  const addresses = await findWalletAddresses(ctx.db, ctx.tenant.id, [input.fromCustomerId, input.toCustomerId]);
  const source = addresses.find((address) => address.customerId === input.fromCustomerId);
  const target = addresses.find((address) => address.customerId === input.toCustomerId);
  if (!source || !target) throw new Failure("wallets_not_found");
  return { source, target };
}

function postedTransfer(moved: Moved | undefined): Moved {
  if (!moved) throw new Error("a transfer without an outcome");
  if (!moved.outcome.posted) throw transferFailure(moved.outcome.refusal);
  return moved;
}

function transferData(transfer: {
  reference: string;
  source: WalletAddress;
  target: WalletAddress;
  amount: bigint;
  baseFee: bigint;
  merchantFee: bigint;
  description: string;
}): TransferReply["data"] {
  const { reference, source, target, amount, baseFee, merchantFee, description } = transfer;
  const fee = baseFee + merchantFee;
  return {
    amount: koboToWire(amount),
    reference,
    total: koboToWire(amount + fee),
    transaction_fee: koboToWire(fee),
    fee_breakdown: {
      base_fee: koboToWire(baseFee),
      merchant_fee: koboToWire(merchantFee),
      total_fee: koboToWire(fee),
    },
    source_customer_id: source.customerId,
    target_customer_id: target.customerId,
    source_customer_wallet: source.walletId,
    target_customer_wallet: target.walletId,
    description,
  };
}
