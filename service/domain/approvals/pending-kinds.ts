import type { PendingItem } from "../../../contract/approvals.ts";
import { findBooks } from "../../db/accounts.ts";
import { findMoneySettings, type MoneySettingsRow } from "../../db/money-settings.ts";
import { findWalletAddresses } from "../../db/wallet-addresses.ts";
import { creditWallet } from "../batches/credit-wallet.ts";
import { debitWallet } from "../batches/debit-wallet.ts";
import type { SingleMoveInput } from "../batches/single-move.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { executeTransfer } from "../transfers/execute-transfer.ts";
import type { TransferBetweenAccountsInput } from "../transfers/transfer-between-accounts.ts";
import type { TransferBetweenCustomersInput } from "../transfers/transfer-between-customers.ts";
import {
  addressTransfer,
  betweenAccounts,
  betweenCustomers,
  TRANSFER_DESCRIPTION,
} from "../transfers/transfer-request.ts";

type TransferRequestBody = TransferBetweenCustomersInput | TransferBetweenAccountsInput;

/** What the request of each kind is: the input of the verb that carries it out. */
export type PendingRequests = {
  transfer: TransferRequestBody;
  credit: SingleMoveInput;
  debit: SingleMoveInput;
};
export type BuiltKind = keyof PendingRequests;

/** Where the money of a request would go, and what it would cost. Kobo. */
export type Route = { source: bigint; destination: bigint; feeBase: bigint; feeMerchant: bigint; description: string };

type Kind<R> = {
  type: PendingItem["type"];
  category: string;
  /** @throws the failure of a request that names what is not there, or is switched off. */
  route(ctx: Context, request: R): Promise<Route>;
  /** The verb that an API caller's request runs at once; `ctx.approving` makes it settle the approval. */
  carryOut(ctx: Context, request: R): Promise<object>;
};

/** All that differs between the kinds of what can wait. Batches and uploads are lines of this table once they are built. */
export const pendingKinds: { [K in BuiltKind]: Kind<PendingRequests[K]> } = {
  transfer: {
    type: "DEBIT",
    category: "WALLET_TO_WALLET_TRANSFER",
    route: routeOfTransfer,
    carryOut: (ctx, request) => executeTransfer(ctx, toTransferRequest(request), (data) => data),
  },
  credit: {
    type: "CREDIT",
    category: "CREDIT_CUSTOMER_WALLET",
    route: async (ctx, request) => {
      const { settings, merchant, wallet } = await sidesOf(ctx, request);
      const description = request.description ?? "Wallet credited by merchant";
      return { source: merchant, destination: wallet, feeBase: settings.batchItemFee, feeMerchant: 0n, description };
    },
    carryOut: creditWallet,
  },
  debit: {
    type: "DEBIT",
    category: "DEBIT_CUSTOMER_WALLET",
    route: async (ctx, request) => {
      const { settings, merchant, wallet } = await sidesOf(ctx, request);
      if (!settings.canDebitCustomer) throw new Failure("customer_debit_off");
      const description = request.description ?? "Wallet debited by merchant";
      return { source: wallet, destination: merchant, feeBase: settings.batchItemFee, feeMerchant: 0n, description };
    },
    carryOut: debitWallet,
  },
};

/**
 * Carries out what waited, as its kind does. The one cast of stored requests: `submitForApproval` wrote them from the
 * same types.
 */
export async function carryOut(ctx: Context, item: { kind: string; request: Record<string, unknown> }): Promise<void> {
  if (!isBuilt(item.kind)) throw new Failure("not_built");
  await runKind(ctx, item.kind, item.request as never);
}

function runKind<K extends BuiltKind>(ctx: Context, kind: K, request: PendingRequests[K]): Promise<object> {
  return pendingKinds[kind].carryOut(ctx, request);
}

export function isBuilt(kind: string): kind is BuiltKind {
  return Object.hasOwn(pendingKinds, kind);
}

async function routeOfTransfer(ctx: Context, request: TransferRequestBody): Promise<Route> {
  const { source, target, fees } = await addressTransfer(ctx, toTransferRequest(request));
  return {
    source: source.accountId,
    destination: target.accountId,
    feeBase: fees.baseFee,
    feeMerchant: fees.merchantFee,
    description: TRANSFER_DESCRIPTION,
  };
}

function toTransferRequest(request: TransferRequestBody) {
  return "fromWalletId" in request ? betweenAccounts(request) : betweenCustomers(request);
}

async function sidesOf(ctx: Context, request: SingleMoveInput) {
  const [settings, books, wallets] = await Promise.all([
    settingsOf(ctx),
    findBooks(ctx.db, ctx.tenant.id),
    findWalletAddresses(ctx.db, ctx.tenant.id, [request.customerId]),
  ]);
  if (!books) throw new Error("the tenant has no books");
  const [wallet] = wallets;
  if (!wallet) throw new Failure("customer_not_found");
  return { settings, merchant: books.merchantAccountId, wallet: wallet.accountId };
}

async function settingsOf(ctx: Context): Promise<MoneySettingsRow> {
  const settings = await findMoneySettings(ctx.db, ctx.tenant.id);
  if (!settings) throw new Error("the tenant has no settings");
  return settings;
}
