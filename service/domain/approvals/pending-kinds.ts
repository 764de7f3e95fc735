import type { PendingItem } from "../../../contract/approvals.ts";
import type { MovementPreview } from "../../../contract/transfers.ts";
import { findBooks } from "../../db/ledger/accounts.ts";
import { findMoneySettings, type MoneySettingsRow } from "../../db/ledger/money-settings.ts";
import { findWalletAddresses } from "../../db/wallets/wallet-addresses.ts";
import { carryOutBatch } from "../batches/carry-out-batch.ts";
import { carryOutUpload } from "../batches/carry-out-upload.ts";
import { CREDIT_DESCRIPTION, creditWallet } from "../batches/credit-wallet.ts";
import { DEBIT_DESCRIPTION, debitWallet } from "../batches/debit-wallet.ts";
import { previewBatch, type WaitingBatch } from "../batches/preview-batch.ts";
import { previewCredit, previewPendingDebit } from "../batches/preview-single-move.ts";
import type { SingleMoveInput } from "../batches/single-move.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { previewTransfer } from "../transfers/preview-transfer.ts";
import {
  type TransferBetweenCustomersInput,
  transferBetweenCustomers,
} from "../transfers/transfer-between-customers.ts";
import { addressTransfer, betweenCustomers, TRANSFER_DESCRIPTION } from "../transfers/transfer-request.ts";

/** What the request of each kind is: the input of the verb that carries it out. */
export type PendingRequests = {
  transfer: TransferBetweenCustomersInput;
  credit: SingleMoveInput;
  debit: SingleMoveInput;
  batch: WaitingBatch;
  upload: WaitingBatch;
};
/** Those of one movement; batches and uploads are laid aside with their items before they are submitted. */
export type SingleKind = Exclude<keyof PendingRequests, "batch" | "upload">;

/** Where the money of a request would go, and what it would cost. Kobo. */
export type Route = { source: bigint; destination: bigint; feeBase: bigint; feeMerchant: bigint; description: string };

type Kind<R> = Decidable<R> & {
  type: PendingItem["type"];
  category: string;
  /** @throws the failure of a request that names what is not there, or is switched off. */
  route(ctx: Context, request: R): Promise<Route>;
};

type Decidable<R> = {
  /** What the checks say now, where the kind has a preview. */
  preview: ((ctx: Context, request: R) => Promise<MovementPreview>) | null;
  /** The verb that an API caller's request runs at once; `ctx.approving` makes it settle the approval. */
  carryOut(ctx: Context, request: R): Promise<object>;
};

/** All that differs between the kinds of what can wait and is one movement. */
export const pendingKinds: { [K in SingleKind]: Kind<PendingRequests[K]> } = {
  transfer: {
    type: "DEBIT",
    category: "WALLET_TO_WALLET_TRANSFER",
    route: routeOfTransfer,
    preview: previewTransfer,
    carryOut: transferBetweenCustomers,
  },
  credit: {
    type: "CREDIT",
    category: "CREDIT_CUSTOMER_WALLET",
    route: async (ctx, request) => {
      const { settings, merchant, wallet } = await sidesOf(ctx, request);
      const description = request.description ?? CREDIT_DESCRIPTION;
      return { source: merchant, destination: wallet, feeBase: settings.batchItemFee, feeMerchant: 0n, description };
    },
    preview: previewCredit,
    carryOut: creditWallet,
  },
  debit: {
    type: "DEBIT",
    category: "DEBIT_CUSTOMER_WALLET",
    route: async (ctx, request) => {
      const { settings, merchant, wallet } = await sidesOf(ctx, request);
      if (!settings.canDebitCustomer) throw new Failure("customer_debit_off");
      const description = request.description ?? DEBIT_DESCRIPTION;
      return { source: wallet, destination: merchant, feeBase: settings.batchItemFee, feeMerchant: 0n, description };
    },
    preview: previewPendingDebit,
    carryOut: debitWallet,
  },
};

const decidableKinds: { [K in keyof PendingRequests]: Decidable<PendingRequests[K]> } = {
  ...pendingKinds,
  batch: { preview: previewBatch, carryOut: carryOutBatch },
  upload: { preview: previewBatch, carryOut: carryOutUpload },
};

/** Carries out what waited, as its kind does. @throws what the verb of the kind throws */
export async function carryOut(ctx: Context, item: StoredRequest): Promise<void> {
  const { kind, request } = kindOf(item);
  await kind.carryOut(ctx, request);
}

/** What the checks say now about what waits; null where its kind has no preview. */
export async function checkNow(ctx: Context, item: StoredRequest): Promise<MovementPreview | null> {
  const { kind, request } = kindOf(item);
  return kind.preview ? await kind.preview(ctx, request) : null;
}

type StoredRequest = { kind: keyof PendingRequests; request: Record<string, unknown> };

// The one cast of stored requests: whoever submitted them wrote them from the type of this very line of the table.
function kindOf({ kind, request }: StoredRequest): { kind: Decidable<object>; request: object } {
  return { kind: decidableKinds[kind] as Decidable<object>, request };
}

async function routeOfTransfer(ctx: Context, request: TransferBetweenCustomersInput): Promise<Route> {
  const { source, target, fees } = await addressTransfer(ctx, betweenCustomers(request));
  return {
    source: source.accountId,
    destination: target.accountId,
    feeBase: fees.baseFee,
    feeMerchant: fees.merchantFee,
    description: TRANSFER_DESCRIPTION,
  };
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
