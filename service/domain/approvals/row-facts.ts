import type { PendingItem } from "../../../contract/approvals.ts";
import type { MovementPreview } from "../../../contract/transfers.ts";
import type { ApprovalRow } from "../../db/approvals/approvals.ts";
import { findAccountParties } from "../../db/ledger/account-parties.ts";
import type { Party } from "../../db/ledger/money-parties.ts";
import { findSettings, type SettingsRow } from "../../db/merchant/settings.ts";
import type { TierRules } from "../../ledger/account.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Refusal } from "../../ledger/movement.ts";
import { refusalOfDebits } from "../batches/batch-rules.ts";
import { batchOfOneFailure } from "../batches/refusals.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import type { PayoutRequest } from "../payouts/prepare-payout.ts";
import { failureOfReversal, refusalsOfSettings } from "../reversals/prepare-reversal.ts";
import { type Fees, itemFees, transferFees } from "../transactions/fees.ts";
import { previewMovement } from "../transactions/preview-movement.ts";
import { findTiers } from "../transactions/tiers.ts";
import { transferFailure } from "../transfers/refusals.ts";
import { isDecidable } from "./decidable.ts";

/** Both parties of a pending request, and whether its checks give another result than at submission. */
export type RowFacts = Pick<PendingItem, "source" | "target" | "mark">;

type Loaded = {
  parties: ReadonlyMap<bigint, Party>;
  settings: SettingsRow;
  tiers: TierRules;
  at: Date;
};

/**
 * Loads parties and marks for a page of approvals with one read of all their wallets. Applies the ledger's rules to unlocked
 * accounts. Only the details also check whether the reference was used since. Dashboard 5.8.
 */
export async function loadRowFacts(ctx: Context, rows: readonly ApprovalRow[]): Promise<RowFacts[]> {
  const accounts = [...new Set(rows.flatMap(({ source, destination }) => [source, destination]))];
  const [parties, tiers, settings] = await Promise.all([
    findAccountParties(
      ctx.db,
      ctx.tenant.id,
      accounts.filter((account) => account !== null),
    ),
    findTiers(ctx),
    findSettings(ctx.db, [ctx.tenant.id]).then((found) => found.get(ctx.tenant.id)),
  ]);
  if (!settings) throw new Error("the tenant has no settings");
  return rows.map((row) => factsOf(row, { parties, tiers, settings, at: ctx.clock.now() }));
}

function factsOf(row: ApprovalRow, { parties, settings, tiers, at }: Loaded): RowFacts {
  const source = row.source === null ? undefined : parties.get(row.source);
  const destination = row.destination === null ? undefined : parties.get(row.destination);
  const target = destination ? partyView(destination) : receiverOf(row);
  const names = { source: source ? partyView(source) : null, target };
  const terms = isDecidable(row, at) ? termsOf(row, settings) : null;
  if (!terms) return { ...names, mark: "same" };
  const { fees, ceiling, checks } = terms;
  const movement = { source, destination, amount: row.amount, fees, ceiling, checks, tiers, day: lagosDay(at) };
  const { preview } = previewMovement(movement, terms);
  // Submitting stored a preview of exactly this type.
  return { ...names, mark: markOf(row.preview as MovementPreview | null, preview) };
}

/** The current terms of a movement: its fees and limit, the refusals before the ledger, and the failure of each refusal. */
type Terms = {
  fees: Fees;
  ceiling: bigint | null;
  checks: "payment" | "reversal";
  first: readonly Failure[];
  failureOf(refusal: Refusal): Failure;
};

/** Null for kinds with many movements. */
function termsOf({ kind, request }: ApprovalRow, settings: SettingsRow): Terms | null {
  if (kind === "reversal") {
    const way = String(request.movement);
    const fees = { baseFee: 0n, merchantFee: 0n };
    const [first, failureOf] = [refusalsOfSettings(way, settings), failureOfReversal(way)];
    return { fees, ceiling: null, checks: "reversal", first, failureOf };
  }
  if (kind === "transfer") {
    const fees = transferFees(settings);
    const first = settings.internalTransfers ? [] : [new Failure("internal_transfers_off")];
    return { fees, ceiling: null, checks: "payment", first, failureOf: transferFailure };
  }
  if (kind !== "credit" && kind !== "debit") return null;
  const off = refusalOfDebits(kind, settings, { takesPin: false });
  const ceiling = kind === "credit" ? settings.merchantDailyLimit : null;
  const first = off ? [off] : [];
  return { fees: itemFees(settings), ceiling, checks: "payment", first, failureOf: batchOfOneFailure };
}

/** The account at the bank that a payout goes to. */
function receiverOf({ kind, request }: ApprovalRow): PendingItem["target"] {
  if (kind !== "payout") return null;
  // Submitting stored a request of exactly this type.
  const { accountName, accountNumber } = request as PayoutRequest;
  return { customerId: null, name: accountName ?? "", accountNumber };
}

type Checks = Omit<MovementPreview, "approval">;

/**
 * `failing` if a check fails now; `changed` if a fact differs from submission that does not change in daily business; otherwise
 * `same`. Dashboard 5.8.
 */
function markOf(atSubmission: Checks | null, now: Checks): PendingItem["mark"] {
  if (!now.allowed) return "failing";
  if (!atSubmission) return "same";
  const before = comparedFacts(atSubmission);
  return comparedFacts(now).some((fact, index) => fact !== before[index]) ? "changed" : "same";
}

// The merchant's own balance and the amount spent today change with every payment, so they are not compared.
function comparedFacts({ source, target, transaction_fee: fee }: Checks) {
  const balance = source?.customerId ? source.balance : null;
  return [source?.status, balance, source?.dailyLimit, fee, target?.status, target?.postNoCredit];
}

function partyView({ customerId, name, accountNumber }: Party): NonNullable<PendingItem["source"]> {
  return { customerId, name, accountNumber };
}
