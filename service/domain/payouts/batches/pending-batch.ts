import { createHash } from "node:crypto";
import { PAYOUT_BATCH_MAX, type PayoutPreview } from "../../../../contract/payout-records.ts";
import { payoutTexts } from "../../../../contract/texts/payouts.ts";
import type { MovementPreview } from "../../../../contract/transfers.ts";
import { findParties } from "../../../db/ledger/money-parties.ts";
import { findSettings } from "../../../db/merchant/settings.ts";
import { findPayoutFees } from "../../../db/payouts/new-payouts.ts";
import { findPayoutItems, type PayoutItemRow } from "../../../db/payouts/payout-batches.ts";
import { findIssuingBank } from "../../../db/payouts/rail-banks.ts";
import { koboToWireEdge, sumOfKobo } from "../../../ledger/kobo.ts";
import { lagosDay } from "../../../ledger/lagos-day.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { approvalNeeded } from "../../submissions/approvers.ts";
import { itemFees } from "../../transactions/fees.ts";
import { previewMovement } from "../../transactions/preview-movement.ts";
import { findTiers } from "../../transactions/tiers.ts";
import { transferFailure } from "../../transfers/refusals.ts";
import { compareNames } from "../name-match.ts";
import { payoutCharges } from "../payout-charges.ts";
import { heldParty } from "../prepare-payout.ts";
import { enquireAccounts } from "./enquire-accounts.ts";

/**
 * The stored request of a batch of payouts that needs approval; its items are stored with the batch. `digest` is that of the items that
 * were submitted: an approval is for those and no others. `amount` in kobo, of the `items` that are not rejected, out of `rows`.
 */
export type PendingPayoutBatch = {
  batchId: string;
  batchReference: string;
  fileName: string | null;
  items: number;
  rows: number;
  amount: number;
  digest: string;
};

/** The SHA-256 of the facts of items that an approver approves, in hexadecimal. Decision 0110. */
export function digestOf(items: readonly PayoutItemRow[]): string {
  const hash = createHash("sha256");
  for (const item of items) {
    const { row, id, sortCode, bankCode, accountNumber, accountName, narration, note, reference } = item;
    const facts = [
      row,
      id,
      String(item.amount),
      sortCode,
      bankCode,
      accountNumber,
      accountName,
      narration,
      note,
      reference,
    ];
    hash.update(`${JSON.stringify(facts)}\n`);
  }
  return hash.digest("hex");
}

/** Reads the items that wait for approval. @throws `batch_changed` where they are not those that were submitted */
export async function findApprovedItems(
  ctx: Context,
  { batchId, digest }: Pick<PendingPayoutBatch, "batchId" | "digest">,
): Promise<PayoutItemRow[]> {
  const page = { status: "pending", limit: PAYOUT_BATCH_MAX, offset: 0 } as const;
  const items = await findPayoutItems(ctx.db, ctx.tenant.id, batchId, page);
  if (digestOf(items) !== digest) throw new Failure("batch_changed");
  return items;
}

/** A preview posts nothing, so its hold account needs no row. */
const ANY_HOLD = -1n;
const CHECKED_NAMES = 50;
/** The page of an approval waits this long for names, and takes answers of the last minute. */
const NAMES = { maxAgeMs: 60_000, withinMs: 3_000 };

/** The preview of a pending batch now. The names of the first 50 accounts are asked again. Rails 8, Dashboard 5.8. */
export async function previewPayoutBatch(
  ctx: Context,
  batch: PendingPayoutBatch,
): Promise<MovementPreview & Partial<PayoutPreview>> {
  const [items, issuer] = await Promise.all([findApprovedItems(ctx, batch).catch(failureOf), findIssuingBank(ctx.db)]);
  const rows = items instanceof Failure ? [] : items;
  const [preview, warnings] = await Promise.all([
    previewItems(ctx, { amount: BigInt(batch.amount), rows, first: items instanceof Failure ? [items] : [] }),
    namesChanged(ctx, rows, issuer.code),
  ]);
  return { ...preview, warnings };
}

/**
 * Previews the payouts of a batch as a whole: their charges now, the merchant's wallet now, and the reasons against the whole batch.
 * The receiver is null because it is many accounts. API 4. Kobo.
 */
export async function previewItems(
  ctx: Context,
  { amount, rows, first }: { amount: bigint; rows: readonly PayoutItemRow[]; first: readonly Failure[] },
) {
  const tenant = ctx.tenant.id;
  const [settings, tiers, [source], bands, issuer] = await Promise.all([
    findSettings(ctx.db, [tenant]).then((found) => found.get(tenant)),
    findTiers(ctx),
    findParties(ctx.db, tenant, { by: "customer", names: [], withMerchant: true }),
    findPayoutFees(ctx.db, tenant),
    findIssuingBank(ctx.db),
  ]);
  if (!settings || !source) throw new Error("the tenant has no books");
  const charges = rows.map(({ bankCode, amount }) =>
    bankCode === issuer.code ? { fee: itemFees(settings).baseFee, vat: 0n, duty: 0n } : payoutCharges(amount, bands),
  );
  const sum = (of: "fee" | "vat" | "duty") => sumOfKobo(charges.map((one) => one[of]));
  const [fee, vat, duty] = [sum("fee"), sum("vat"), sum("duty")];
  const destination = heldParty(tenant, ANY_HOLD);
  const fees = { baseFee: fee + vat + duty, merchantFee: 0n };
  const ceiling = settings.merchantDailyLimit;
  const { preview } = previewMovement(
    { source, destination, amount, fees, ceiling, tiers, day: lagosDay(ctx.clock.now()) },
    { failureOf: transferFailure, first },
  );
  const shown = { charges: koboToWireEdge(fee), vat: koboToWireEdge(vat), duty: koboToWireEdge(duty) };
  return { ...preview, ...shown, warnings: [], target: null, approval: await approvalNeeded(ctx, amount) };
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

async function namesChanged(ctx: Context, rows: readonly PayoutItemRow[], ownBank: string) {
  const checked = rows.filter(({ bankCode }) => bankCode !== ownBank).slice(0, CHECKED_NAMES);
  const accountOf = ({ bankCode, accountNumber }: PayoutItemRow) => ({ bankCode: bankCode ?? "", accountNumber });
  if (checked.length === 0) return [];
  const enquiryOf = await enquireAccounts(ctx, checked.map(accountOf), NAMES);
  const changed = checked.filter((row) => {
    const enquiry = enquiryOf(accountOf(row));
    if (enquiry.outcome === "unavailable") return false;
    return enquiry.outcome === "not_found" || compareNames(row.accountName ?? "", enquiry.accountName) === "NONE";
  });
  if (changed.length === 0) return [];
  const message = payoutTexts.namesChanged({ changed: changed.length, checked: checked.length });
  return [{ code: "names_changed", message }];
}
