import { type FailureCode, failures } from "../../../../contract/errors.ts";
import { customerRowTexts } from "../../../../contract/texts/customer-files.ts";
import type { Statement } from "../../../db/statement.ts";
import type { ImportRowResult, PendingImportRow } from "../../../db/wallets/wallet-import-rows.ts";
import { findCustomerWallet } from "../../../db/wallets/wallets.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import {
  type CreateCustomerWalletInput,
  checkCustomer,
  customerExists,
  findTaken,
  type Identified,
  identifyCustomer,
  openNewWallet,
} from "../creation/create-customer-wallet.ts";
import {
  type CheckedCustomer,
  type CreatedWallet,
  type Creation,
  openTogether,
  prepareCreations,
} from "../creation/open-wallet.ts";
import { eachRow } from "./concurrent-rows.ts";

/** How long a row is retried while the registry does not answer; then it is skipped. */
const RETRY_FOR_MS = 24 * 3_600_000;
/** Another day or the platform ends these refusals, so the rows wait for as long as that takes. */
const TEMPORARY: readonly FailureCode[] = ["identity_quota_exceeded", "identity_review_required", "merchant_suspended"];

/** A parsed row: the customer to create, or the reason it is invalid. */
export type ReadRow = PendingImportRow & ({ input: CreateCustomerWalletInput } | { reason: string });

/**
 * The outcome of a row. `unanswered` rows are retried later; those that `isWaiting` wait for what no registry decides, for as long as that
 * takes. `error` is set for an unexpected exception. `isGivenUp`: skipped because the registry did not answer for a day.
 */
export type RowOutcome =
  | (ImportRowResult & { isGivenUp?: boolean })
  | { unanswered: number; isWaiting: boolean; error: unknown };

/** A row of a new customer, before and after the registries answered. */
export type IdentifiedRow = PendingImportRow & { identified: Identified };
export type CheckedRow = IdentifiedRow & { checked: CheckedCustomer };

/**
 * Validates rows and looks up their customers, in one read for all: a row of a known customer has its outcome, the others are new.
 * A customer is created under the ID that the row got when it was received, so a repeated row finds its own customer. A rejected row
 * is skipped with the failure's message; a row without an answer is retried for at most a day. Never throws for a row. Spec 4.1, api 5.
 */
export async function identifyRows(
  ctx: Context,
  rows: readonly ReadRow[],
): Promise<{ outcomes: RowOutcome[]; fresh: IdentifiedRow[] }> {
  const outcomes: RowOutcome[] = [];
  const identified: IdentifiedRow[] = [];
  for (const row of rows) {
    if ("reason" in row) outcomes.push(skipped(row, row.reason));
    else {
      try {
        identified.push({ ...row, identified: identifyCustomer(ctx, { ...row.input, customerId: row.customer }) });
      } catch (error) {
        outcomes.push(await outcomeOf(ctx, row, error));
      }
    }
  }
  const taken =
    identified.length === 0
      ? []
      : await findTaken(
          ctx,
          identified.map((row) => row.identified),
        );
  const fresh: IdentifiedRow[] = [];
  for (const [index, row] of identified.entries()) {
    const existing = taken[index];
    if (existing === undefined) fresh.push(row);
    else outcomes.push(await outcomeOf(ctx, row, customerExists(existing)));
  }
  return { outcomes, fresh };
}

/** Asks the registries about a row's customer. Never throws. */
export async function checkRow(ctx: Context, row: IdentifiedRow): Promise<CheckedRow | RowOutcome> {
  try {
    return { ...row, checked: await checkCustomer(ctx, row.identified) };
  } catch (error) {
    return await outcomeOf(ctx, row, error);
  }
}

/** Stores results of rows: `statements` for the commit of their customers, `store` in a commit of its own. */
export type ResultStore = {
  statements(results: readonly ImportRowResult[]): Statement[];
  store(results: readonly ImportRowResult[]): Promise<void>;
};

/**
 * Creates the customers of rows and stores their results, with those that `others` have already, in one commit; each customer in a
 * commit of its own before the results where the platform charges a fee or the rows fail together. Never throws for a row.
 */
export async function createRows(
  ctx: Context,
  { rows, others }: { rows: readonly CheckedRow[]; others: readonly RowOutcome[] },
  results: ResultStore,
): Promise<RowOutcome[]> {
  const creations =
    rows.length === 0
      ? []
      : await prepareCreations(
          ctx,
          rows.map(({ checked }) => checked),
        );
  const together = [
    ...others.filter(isResult),
    ...rows.map((row, index) => createdNow(row, creations[index]?.created)),
  ];
  if (creations.length > 0 && (await openTogether(ctx, creations, results.statements(together)))) {
    return [...others.filter((other) => !isResult(other)), ...together];
  }
  const outcomes = [...others];
  await eachRow(rows, async (row, index) => {
    outcomes.push(await createRow(ctx, row, creations[index]));
  });
  const own = outcomes.filter(isResult);
  if (own.length > 0) await results.store(own);
  return outcomes;
}

const isResult = (outcome: RowOutcome) => "status" in outcome;

async function createRow(ctx: Context, row: CheckedRow, creation: Creation | undefined): Promise<RowOutcome> {
  if (!creation) throw new Error("a row without a creation");
  try {
    return createdNow(row, await openNewWallet(ctx, row.identified, creation));
  } catch (error) {
    return await outcomeOf(ctx, row, error);
  }
}

function createdNow(row: PendingImportRow, made: CreatedWallet | undefined): ImportRowResult {
  return created(row, made?.walletId ?? null, made?.freezeReason ?? null);
}

async function outcomeOf(ctx: Context, row: PendingImportRow, error: unknown): Promise<RowOutcome> {
  if (error instanceof Failure && TEMPORARY.includes(error.code)) {
    return { unanswered: row.row, isWaiting: true, error: null };
  }
  if (error instanceof Failure && failures[error.code].status < 500) {
    const existingCustomer = error.errors?.find(({ customerId }) => customerId)?.customerId;
    if (typeof existingCustomer !== "string") return skipped(row, error.message);
    return existingCustomer === row.customer
      ? await createdEarlier(ctx, row)
      : { ...skipped(row, error.message), existingCustomer };
  }
  const at = ctx.clock.now();
  if (row.unansweredSince && at.getTime() - row.unansweredSince.getTime() >= RETRY_FOR_MS) {
    const reason = error instanceof Failure ? failures[error.code].message : customerRowTexts.notProcessed;
    return { ...skipped(row, reason), isGivenUp: true };
  }
  return { unanswered: row.row, isWaiting: false, error: error instanceof Failure ? null : error };
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
