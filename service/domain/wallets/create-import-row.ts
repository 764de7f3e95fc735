import { failures } from "../../../contract/errors.ts";
import type { ImportRowResult, PendingImportRow } from "../../db/wallets/wallet-import-rows.ts";
import { findCustomerWallet } from "../../db/wallets/wallets.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { type CreateCustomerWalletInput, createCustomerWallet } from "./create-customer-wallet.ts";

/** How long a row waits for a registry that does not answer before it is given back. */
const PATIENCE_MS = 24 * 3_600_000;

/** A row as read: what to create, or why nothing can be. */
export type ReadRow = PendingImportRow & ({ input: CreateCustomerWalletInput } | { reason: string });

/** What became of a row; `unanswered`: nothing yet, it is tried again. `error` is what no rule foresaw. */
export type RowOutcome = ImportRowResult | { unanswered: number; error: unknown };

/**
 * Creates the customer of a row by the verb of single creation, under the ID that the row was given when it arrived: done twice,
 * it finds its own customer. What a rule refuses is skipped with the rule's text; what got no answer waits, for a day at most.
 * Never throws. Spec 4.1, api 5.
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
  if (error instanceof Failure && failures[error.code].status < 500) {
    const twin = error.errors?.find(({ customerId }) => customerId)?.customerId;
    if (typeof twin !== "string") return skipped(row, error.message);
    return twin === row.customer ? await createdBefore(ctx, row) : { ...skipped(row, error.message), twin };
  }
  const at = ctx.clock.now();
  if (row.unansweredSince && at.getTime() - row.unansweredSince.getTime() >= PATIENCE_MS) {
    return skipped(row, error instanceof Failure ? failures[error.code].message : "This row could not be worked on.");
  }
  return { unanswered: row.row, error: error instanceof Failure ? null : error };
}

/** A worker died between the commit of the customer and the note of it. */
async function createdBefore(ctx: Context, row: PendingImportRow): Promise<RowOutcome> {
  const wallet = await findCustomerWallet(ctx.db, ctx.tenant.id, { customerId: row.customer }, ctx.clock.now());
  return created(row, wallet?.id ?? null, wallet?.freezeReason ?? null);
}

function created({ row }: PendingImportRow, wallet: string | null, freezeReason: string | null): ImportRowResult {
  return { row, status: "created", wallet, twin: null, reason: freezeReason };
}

function skipped({ row }: PendingImportRow, reason: string): ImportRowResult {
  return { row, status: "skipped", wallet: null, twin: null, reason };
}
