import { type FailureCode, failures } from "../../../../contract/errors.ts";
import { customerRowTexts } from "../../../../contract/texts/customer-files.ts";
import type { ImportRowResult, PendingImportRow } from "../../../db/wallets/wallet-import-rows.ts";
import { findCustomerWallet } from "../../../db/wallets/wallets.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { type CreateCustomerWalletInput, createCustomerWallet } from "../creation/create-customer-wallet.ts";

/** How long a row is retried while the registry does not answer; then it is skipped. */
const RETRY_FOR_MS = 24 * 3_600_000;
/** Another day or the platform ends these refusals, so the rows wait for as long as that takes. */
const TEMPORARY: readonly FailureCode[] = ["identity_quota_exceeded", "identity_review_required", "merchant_suspended"];

/** A parsed row: the customer to create, or the reason it is invalid. */
export type ReadRow = PendingImportRow & ({ input: CreateCustomerWalletInput } | { reason: string });

/** The outcome of a row. `unanswered` rows are retried later; `error` is set for an unexpected exception. */
export type RowOutcome = ImportRowResult | { unanswered: number; error: unknown };

/**
 * Creates the customer of a row through single creation, under the ID that the row got when it was received, so a
 * repeated row finds its own customer. A rejected row is skipped with the failure's message; a row without an answer
 * is retried for at most a day. Never throws. Spec 4.1, api 5.
 */
export async function createImportRow(ctx: Context, row: ReadRow): Promise<RowOutcome> {
  if ("reason" in row) return skipped(row, row.reason);
  try {
    const made = await createCustomerWallet(ctx, { ...row.input, customerId: row.customer });
    return created(row, made.walletId, made.freezeReason);
  } catch (error) {
    return await outcomeOf(ctx, row, error);
  }
}

async function outcomeOf(ctx: Context, row: PendingImportRow, error: unknown): Promise<RowOutcome> {
  if (error instanceof Failure && TEMPORARY.includes(error.code)) return { unanswered: row.row, error: null };
  if (error instanceof Failure && failures[error.code].status < 500) {
    const existingCustomer = error.errors?.find(({ customerId }) => customerId)?.customerId;
    if (typeof existingCustomer !== "string") return skipped(row, error.message);
    return existingCustomer === row.customer
      ? await createdEarlier(ctx, row)
      : { ...skipped(row, error.message), existingCustomer };
  }
  const at = ctx.clock.now();
  if (row.unansweredSince && at.getTime() - row.unansweredSince.getTime() >= RETRY_FOR_MS) {
    return skipped(row, error instanceof Failure ? failures[error.code].message : customerRowTexts.notProcessed);
  }
  return { unanswered: row.row, error: error instanceof Failure ? null : error };
}

/** A worker crashed after creating the customer and before recording the result. */
async function createdEarlier(ctx: Context, row: PendingImportRow): Promise<RowOutcome> {
  const wallet = await findCustomerWallet(ctx.db, ctx.tenant.id, { customerId: row.customer }, ctx.clock.now());
  return created(row, wallet?.id ?? null, wallet?.freezeReason ?? null);
}

function created({ row }: PendingImportRow, wallet: string | null, freezeReason: string | null): ImportRowResult {
  return { row, status: "created", wallet, existingCustomer: null, reason: freezeReason };
}

function skipped({ row }: PendingImportRow, reason: string): ImportRowResult {
  return { row, status: "skipped", wallet: null, existingCustomer: null, reason };
}
